package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.GroupCommit;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.OrderQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Takes buyers to the queue in groups, one line per sale: who clicks while a call is under way shares the next one. A
 * call whose reply was lost is asked again with the same orders, which tells what became of it; nothing is guessed.
 */
public final class AdmitBuyers {
    private static final int TRIES = 3;
    private static final int PAUSE_MILLIS = 50;

    private final OrderQueue queue;
    private final Timers timers;
    private final RandomGenerator random;
    private final Limits limits;
    private final ConcurrentHashMap<VoucherId, GroupCommit<AdmissionRequest, Admission>> lines =
            new ConcurrentHashMap<>();

    /**
     * The bounds of a line.
     *
     * @param group so many buyers share a call
     * @param waiting so many buyers wait for their call; more are turned away
     */
    public record Limits(int group, int waiting) {
        public static final Limits USUAL = new Limits(256, 20_000);
    }

    public AdmitBuyers(OrderQueue queue, Timers timers, RandomGenerator random, Limits limits) {
        this.queue = queue;
        this.timers = timers;
        this.random = random;
        this.limits = limits;
    }

    /**
     * As {@link OrderQueue#admit}; fails with {@code Unavailable} also when too many buyers wait for their call.
     *
     * @param shard of the sale, which must be there: a line once made stays
     */
    public CompletionStage<Admission> admit(Shard shard, AdmissionRequest request) {
        VoucherId voucher = request.purchase().voucher();
        return lines.computeIfAbsent(voucher, _ -> line(shard, voucher)).submit(request);
    }

    private GroupCommit<AdmissionRequest, Admission> line(Shard shard, VoucherId voucher) {
        return new GroupCommit<>(group -> ask(shard, voucher, group, 1), limits.group(), limits.waiting());
    }

    private CompletionStage<List<Admission>> ask(
            Shard shard, VoucherId voucher, List<AdmissionRequest> group, int attempt) {
        return Calls.start(() -> queue.admit(shard, voucher, group)).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof TimedOut && attempt < TRIES
                    ? timers.pause(pause()).thenCompose(_ -> ask(shard, voucher, group, attempt + 1))
                    : CompletableFuture.failedStage(cause);
        });
    }

    private Duration pause() {
        return Duration.ofMillis(PAUSE_MILLIS / 2 + random.nextInt(PAUSE_MILLIS));
    }
}
