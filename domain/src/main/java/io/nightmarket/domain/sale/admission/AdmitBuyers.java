package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Takes buyers to the queue in groups, by sale: requests that come while a call is under way share the next one. A
 * call whose reply was lost is repeated with the same orders, and its answer says what became of them.
 */
public final class AdmitBuyers {
    /** Beyond it all groups are forgotten: calls under way end by themselves, beside the new groups of their sales. */
    static final int MAX_SALES = 10_000;

    /** Buyers of a sale who wait for a call; beyond it they are refused. */
    private static final int MAX_WAITING = 20_000;

    private static final Duration MAX_BACKOFF = Duration.ofMillis(400);

    /** Front ends wait for two seconds in all. */
    private static final Duration RETRY_TIMEOUT = Duration.ofMillis(1_500);

    /** Buyers wait this long for their call; what front ends wait for beyond is for the call, and for settlement. */
    private static final Duration CALLERS_WAIT = Duration.ofSeconds(1);

    private final OrderQueue queue;
    private final Epochs epochs;
    private final Timers timers;
    private final Backoff backoff;
    private final int maxCalls;
    private final int groupSize;
    private final BatchMeter meter;
    private final ConcurrentHashMap<VoucherId, GroupCommit<AdmissionRequest, Admission>> groups =
            new ConcurrentHashMap<>();

    /**
     * @param maxCalls the most calls of a sale under way
     * @param groupSize the most buyers of a call
     * @param meter measures the groups of all sales
     */
    public AdmitBuyers(
            OrderQueue queue,
            Epochs epochs,
            Timers timers,
            RandomGenerator random,
            int maxCalls,
            int groupSize,
            BatchMeter meter) {
        this.queue = queue;
        this.epochs = epochs;
        this.timers = timers;
        this.backoff = new Backoff(random, MAX_BACKOFF);
        this.maxCalls = maxCalls;
        this.groupSize = groupSize;
        this.meter = meter;
    }

    /** As {@link OrderQueue#admit}; fails with {@code Unavailable} also when too many buyers wait for their call, or for too long. */
    public CompletionStage<Admission> admit(Shard shard, AdmissionRequest request) {
        VoucherId voucher = request.purchase().voucher();
        GroupCommit<AdmissionRequest, Admission> known = groups.get(voucher);
        return (known == null ? groupsOf(shard, voucher) : known).submit(request);
    }

    private GroupCommit<AdmissionRequest, Admission> groupsOf(Shard shard, VoucherId voucher) {
        if (groups.size() >= MAX_SALES) {
            groups.clear();
        }
        return groups.computeIfAbsent(
                voucher,
                _ -> new GroupCommit<>(
                        group -> admit(shard, voucher, group),
                        maxCalls,
                        groupSize,
                        MAX_WAITING,
                        CALLERS_WAIT,
                        timers,
                        meter));
    }

    private CompletionStage<List<Admission>> admit(Shard shard, VoucherId voucher, List<AdmissionRequest> group) {
        long until = timers.nanoTime() + RETRY_TIMEOUT.toNanos();
        Supplier<CompletionStage<List<Admission>>> call =
                () -> epochs.call(shard, epoch -> queue.admit(epoch, voucher, group));
        return call.get().exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof TimedOut lost ? retry(call, lost, until, 1) : CompletableFuture.failedStage(cause);
        });
    }

    /** Once an answer was lost, whatever hinders another asking says nothing about what that one did. */
    private CompletionStage<List<Admission>> retry(
            Supplier<CompletionStage<List<Admission>>> call, TimedOut lost, long until, int failures) {
        Duration pause = backoff.after(failures);
        if (timers.nanoTime() + pause.toNanos() - until > 0) {
            return CompletableFuture.failedStage(lost);
        }
        return timers.pause(pause).thenCompose(_ -> Calls.start(call)).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            return cause instanceof DomainFailure
                    ? retry(call, lost, until, failures + 1)
                    : CompletableFuture.failedStage(cause);
        });
    }
}
