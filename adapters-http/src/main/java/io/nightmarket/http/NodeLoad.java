package io.nightmarket.http;

import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.overload.LoadGate;
import io.nightmarket.domain.overload.Priority;
import io.nightmarket.domain.overload.QueueWaiting;
import io.nightmarket.http.answer.Catalogue;
import io.nightmarket.http.answer.OverloadAnswers;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The overload control of a node: what its event loops share, and what they count. */
public final class NodeLoad {
    private final Duration maxWait;
    private final LongSupplier nanoTime;
    private final QueueWaiting queue;
    private final Optional<OverloadAnswers> answers;
    private final Map<Priority, LongAdder> rejected = new EnumMap<>(Priority.class);
    private final List<LoopLoad> loops = new CopyOnWriteArrayList<>();

    /** @param maxWait how long work may wait before requests are rejected; zero: none are */
    NodeLoad(Duration maxWait, boolean encrypted, LongSupplier nanoTime) {
        this.maxWait = maxWait;
        this.nanoTime = nanoTime;
        this.queue = new QueueWaiting(nanoTime);
        this.answers =
                maxWait.isZero() ? Optional.empty() : Optional.of(new OverloadAnswers(Catalogue.load(), encrypted));
        for (Priority each : Priority.values()) {
            rejected.put(each, new LongAdder());
        }
    }

    /** The control of one more event loop. */
    LoopLoad loop() {
        LoopLoad made =
                new LoopLoad(this, maxWait.isZero() ? Optional.empty() : Optional.of(new LoadGate(maxWait, queue)));
        loops.add(made);
        return made;
    }

    /** The control of each event loop. */
    List<LoopLoad> loops() {
        return loops;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** How requests are rejected; only on a node that rejects any. */
    OverloadAnswers answers() {
        return answers.orElseThrow();
    }

    void rejected(Priority priority) {
        Objects.requireNonNull(rejected.get(priority)).increment();
    }

    /** Learns how long purchases wait for their call. */
    public GroupCommit.Meter purchases() {
        return maxWait.isZero() ? GroupCommit.Meter.NONE : queue;
    }

    /** Requests of this priority that were rejected since the start. */
    public long rejections(Priority priority) {
        return Objects.requireNonNull(rejected.get(priority)).sum();
    }

    /** Requests under way. */
    public int underWay() {
        return loops.stream().mapToInt(LoopLoad::underWay).sum();
    }

    /** The most requests under way at once, of all event loops. */
    public double limit() {
        return loops.stream().mapToDouble(LoopLoad::limit).sum();
    }

    /** The most purchases under way at once, of all event loops. */
    public double purchaseLimit() {
        return loops.stream().mapToDouble(LoopLoad::purchaseLimit).sum();
    }
}
