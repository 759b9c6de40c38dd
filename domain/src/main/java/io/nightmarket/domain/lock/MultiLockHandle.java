package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Timers;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are held as one, with the calls and promises of a {@link LockHandle}: when one key is lost, or the time of all
 * is over, the whole is lost and the others are released. Each call fails as the first key's that does.
 */
public final class MultiLockHandle extends ReentrantHandle {
    private final Timers timers;
    private final List<LockHandle> parts;
    private final LockOptions options;
    private Timers.@Nullable Timer end;

    MultiLockHandle(Timers timers, List<LockHandle> parts, LockOptions options) {
        this.timers = timers;
        this.parts = List.copyOf(parts);
        this.options = options;
        startTimer();
        for (LockHandle part : this.parts) {
            var _ = part.lost().thenRun(this::loseAll);
        }
    }

    /** One handle per key, in the order of acquisition, each with its fencing token. They are released as one. */
    public List<LockHandle> parts() {
        return parts;
    }

    @Override
    CompletionStage<Void> prolong(int count) {
        return each(parts, LockHandle::renew).thenRun(() -> {
            if (!options.hasWatchdog()) {
                startTimer();
            }
        });
    }

    @Override
    CompletionStage<Void> giveUp() {
        return releaseAll(parts);
    }

    @Override
    void ended() {
        stopTimer();
    }

    @Override
    Conflict endedBy(boolean loss) {
        return new Conflict("the locks that were held as one were " + (loss ? "lost" : "released"));
    }

    private void loseAll() {
        if (lose()) {
            var _ = giveUp();
        }
    }

    private synchronized void startTimer() {
        if (isHeld()) {
            stopTimer();
            end = timers.after(options.maxHoldTime(), this::loseAll);
        }
    }

    private synchronized void stopTimer() {
        if (end != null) {
            end.cancel();
        }
    }

    /** All at once, the last first, so that a store which does not answer holds up no other; fails as one of them. */
    static CompletionStage<Void> releaseAll(List<LockHandle> handles) {
        return each(handles.reversed(), LockHandle::release);
    }

    private static CompletionStage<Void> each(
            List<LockHandle> handles, Function<LockHandle, CompletionStage<Void>> call) {
        return Stages.all(handles.stream()
                .map(handle -> Calls.start(() -> call.apply(handle)))
                .toList());
    }
}
