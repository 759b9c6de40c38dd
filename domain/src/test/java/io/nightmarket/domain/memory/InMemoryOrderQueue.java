package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A queue whose steps are atomic by one monitor per shard. */
public final class InMemoryOrderQueue implements WholeQueue {
    private static final int SLICE = 5;

    private final ConcurrentHashMap<Shard, InMemoryShard> shards;
    private final Clock clock;
    private final AtomicLong openings;
    private final Timers timers;
    private final long maxBacklog;

    /** @param maxBacklog so many entries may wait on a shard; then nobody is admitted */
    public InMemoryOrderQueue(Clock clock, long maxBacklog) {
        this(clock, new RealTimers(), maxBacklog);
    }

    public InMemoryOrderQueue(Clock clock) {
        this(clock, Long.MAX_VALUE);
    }

    /** @param timers by which a read waits */
    public InMemoryOrderQueue(Clock clock, Timers timers, long maxBacklog) {
        this(new ConcurrentHashMap<>(), new AtomicLong(), clock, timers, maxBacklog);
    }

    private InMemoryOrderQueue(
            ConcurrentHashMap<Shard, InMemoryShard> shards,
            AtomicLong openings,
            Clock clock,
            Timers timers,
            long maxBacklog) {
        this.shards = shards;
        this.openings = openings;
        this.clock = clock;
        this.timers = timers;
        this.maxBacklog = maxBacklog;
    }

    /** This queue, as seen by a node with another limit. */
    public InMemoryOrderQueue withMaxBacklog(long limit) {
        return new InMemoryOrderQueue(shards, openings, clock, timers, limit);
    }

    /** What a flush of the queue's server does: every shard is fenced again. */
    public void loseEverything() {
        shards.clear();
    }

    /** Copies a shard now; to run the answer is to restart its server with the copy. */
    public Runnable copyOf(Shard shard) {
        InMemoryShard copy = shard(shard).restarted();
        return () -> shards.put(shard, copy);
    }

    /**
     * The servers as they are, by themselves from now on: when {@link #copyOf} takes the place of one here, these are the old
     * primaries that go on.
     */
    public InMemoryOrderQueue fork() {
        return new InMemoryOrderQueue(new ConcurrentHashMap<>(shards), openings, clock, timers, maxBacklog);
    }

    /** So many orders wait on a shard. */
    public int waiting(Shard shard) {
        return shard(shard).waiting();
    }

    /** Puts something into the stream that no admission wrote. */
    public EntryId appendForeign(Shard shard, String problem) {
        return shard(shard).append(id -> new QueueEntry.Malformed(id, problem));
    }

    /** Takes the entries away that wait, and leaves everything else as it is. */
    public void loseEntries(Shard shard) {
        shard(shard).loseEntries();
    }

    /**
     * Removes any entry with all its orders, which count as waiting all the same while other entries do; false when there is
     * none.
     *
     * @param damaged whether something that can't be read is left in its place
     */
    public boolean loseEntry(Shard shard, RandomGenerator random, boolean damaged) {
        return shard(shard).loseEntry(random, damaged);
    }

    /** Changes the free units by a number out of nowhere. */
    public void plantUnits(Shard shard, VoucherId voucher, long units) {
        shard(shard).plantUnits(voucher, units);
    }

    /** Forgets a buyer without freeing the unit. */
    public void loseBuyer(Shard shard, VoucherId voucher, UserId buyer) {
        shard(shard).loseBuyer(voucher, buyer);
    }

    private InMemoryShard shard(Shard shard) {
        return shards.computeIfAbsent(shard, _ -> new InMemoryShard(clock, openings));
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        Map<UserId, Purchase> reserved = new ConcurrentHashMap<>();
        return CompletableFuture.completedStage(new SaleOpening() {
            @Override
            public CompletionStage<Void> reserve(List<Purchase> reservations) {
                reservations.forEach(purchase -> reserved.put(purchase.buyer(), purchase));
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
                return run(() -> shard(sale.shard()).open(epoch.number(), snapshot, reserved));
            }
        });
    }

    @Override
    public CompletionStage<Boolean> change(FlashSale sale) {
        return CompletableFuture.completedStage(shard(sale.shard()).change(sale));
    }

    @Override
    public CompletionStage<Decision> correct(Epoch epoch, SaleChange change) {
        return answer(() -> shard(epoch.shard()).correct(epoch.number(), change));
    }

    @Override
    public CompletionStage<Optional<QueuedTerms>> terms(Shard shard, VoucherId voucher) {
        return answer(() -> shard(shard).terms(voucher));
    }

    @Override
    public CompletionStage<UnitsChanged> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        return answer(() -> shard(epoch.shard()).addUnits(epoch.number(), voucher, adjustment, units));
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        return CompletableFuture.completedStage(shard(sale.shard()).remove(sale));
    }

    @Override
    public CompletionStage<BuyerSlice> slice(Shard shard, VoucherId voucher, long cursor) {
        return answer(() -> {
            List<Purchase> behind = shard(shard).buyers(voucher).stream()
                    .filter(purchase -> purchase.buyer().value() > cursor)
                    .sorted(Comparator.comparingLong(
                            purchase -> purchase.buyer().value()))
                    .toList();
            return behind.size() <= SLICE
                    ? new BuyerSlice(behind, BuyerSlice.END)
                    : new BuyerSlice(
                            behind.subList(0, SLICE),
                            behind.get(SLICE - 1).buyer().value());
        });
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        return answer(() -> shard(shard).buyersAfter(voucher, mark, SLICE));
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        return answer(() -> shard(shard).waiting(orders));
    }

    @Override
    public CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        return answer(() -> shard(epoch.shard()).reenqueue(epoch.number(), voucher, orders));
    }

    @Override
    public CompletionStage<Void> close(Epoch epoch) {
        shard(epoch.shard()).close(epoch.number());
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        return answer(() -> shard(epoch.shard()).findOrder(epoch.number(), voucher, buyer));
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return answer(() -> shard(epoch.shard()).isOpen(epoch.number()));
    }

    @Override
    public CompletionStage<BegunEpoch> beginEpoch(Epoch epoch) {
        return answer(() -> shard(epoch.shard()).beginEpoch(epoch.number()));
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        return run(() -> shard(epoch.shard()).drop(epoch.number(), voucher));
    }

    @Override
    public CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled) {
        return run(() -> shard(epoch.shard()).raise(epoch.number(), lastSettled));
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return answer(() -> shard(shard).adjustments(voucher));
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, EntryId lastSettled) {
        return run(() -> shard(epoch.shard()).open(epoch.number(), lastSettled));
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        return answer(() -> shard(shard).count(voucher));
    }

    @Override
    public CompletionStage<Duration> oldestWait(Shard shard) {
        return answer(() -> shard(shard).oldestWait());
    }

    private static CompletionStage<Void> run(Runnable step) {
        return answer(() -> {
            step.run();
            return null;
        });
    }

    private static <T extends @Nullable Object> CompletionStage<T> answer(Supplier<T> step) {
        try {
            return CompletableFuture.completedStage(step.get());
        } catch (DomainFailure e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        return answer(() -> shard(epoch.shard()).admit(epoch.number(), voucher, requests, maxBacklog, false));
    }

    @Override
    public CompletionStage<List<Admission>> admitNext(Epoch epoch, VoucherId voucher, List<Purchase> next) {
        List<AdmissionRequest> requests = next.stream()
                .map(purchase -> new AdmissionRequest(purchase, ""))
                .toList();
        return answer(() -> shard(epoch.shard()).admit(epoch.number(), voucher, requests, maxBacklog, true));
    }

    @Override
    public CompletionStage<Boolean> holdForWaitlist(Epoch epoch, VoucherId voucher, long number, boolean waiting) {
        return answer(() -> shard(epoch.shard()).hold(epoch.number(), voucher, number, waiting));
    }

    @Override
    public CompletionStage<Optional<Long>> availableUnits(Epoch epoch, VoucherId voucher) {
        return answer(() -> shard(epoch.shard()).availableUnits(epoch.number(), voucher));
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        return answer(() -> shard(epoch.shard()).findQueued(epoch.number(), order));
    }

    @Override
    public CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        CompletableFuture<List<QueueEntry>> found = new CompletableFuture<>();
        shard(shard).read(after, max, found);
        if (!found.isDone()) {
            Timers.Timer end = timers.after(wait, () -> found.complete(List.of()));
            var _ = found.thenRun(end::cancel);
        }
        return found;
    }

    @Override
    public CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        shard(shard).acknowledge(last);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Reservation> reserve(Epoch epoch, Purchase purchase) {
        return answer(() -> shard(epoch.shard()).reserve(epoch.number(), purchase));
    }

    @Override
    public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
        return answer(() -> shard(epoch.shard()).release(epoch.number(), purchase));
    }
}
