package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.order.list.OrderPages.Position;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A buyer looks through their own orders, newest first: none twice, and none skipped that was there at the first page. The
 * newest come from the cache, older ones from the database, without a seam. A list that is not loaded is loaded once,
 * however many ask; while the cache is away, pages come from the database.
 */
public final class ListOrders {
    private static final int LOCKS = 128;
    private static final LockOptions LOAD =
            LockOptions.fixed(Duration.ofSeconds(3)).waiting(Duration.ofSeconds(3));

    private final OrderPages pages;
    private final OrderListCache lists;
    private final DistributedLock lock;
    private final RandomGenerator random;
    private final OrderListMeter meter;
    private final SingleFlight<UserId, Slice> loads = new SingleFlight<>();

    /** @param random names loads */
    public ListOrders(
            OrderPages pages,
            OrderListCache lists,
            DistributedLock lock,
            RandomGenerator random,
            OrderListMeter meter) {
        this.pages = pages;
        this.lists = lists;
        this.lock = lock;
        this.random = random;
        this.meter = meter;
    }

    /**
     * A page of the list.
     *
     * @param next where the next page begins; empty at the end of the list
     */
    public record Page(List<Order> orders, Optional<Position> next) {}

    /** What the cache answered. */
    private sealed interface Cached {
        record Loaded(Slice slice) implements Cached {}

        record NotLoaded() implements Cached {}

        record Away() implements Cached {}
    }

    /** What is asked for. */
    private record Query(UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        /** With one more, which says whether there is a next page; of all, since others may be of another status. */
        int inCache() {
            return status.isPresent() ? OrderListCache.MAX_ORDERS : size + 1;
        }
    }

    /**
     * Reads a page.
     *
     * @param after the last page's {@code next}; empty: the first page
     */
    public CompletionStage<Page> list(UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        Query query = new Query(buyer, status, after, size);
        return lists.read(buyer, after, query.inCache())
                .thenApply(found -> found.<Cached>map(Cached.Loaded::new).orElseGet(Cached.NotLoaded::new))
                .exceptionallyCompose(DomainFailure.fallBackOn(new Cached.Away()))
                .thenCompose(cached -> switch (cached) {
                    case Cached.Loaded(var slice) -> complete(query, slice);
                    case Cached.NotLoaded _ ->
                        loads.run(buyer, this::load).thenCompose(list -> complete(query, after(list, after)));
                    case Cached.Away _ -> pages.page(buyer, status, after, size + 1);
                })
                .thenApply(orders -> page(orders, size));
    }

    private static Slice after(Slice list, Optional<Position> after) {
        return after.map(position -> new Slice(
                        list.orders().stream()
                                .filter(order -> Position.of(order).compareTo(position) < 0)
                                .toList(),
                        list.hasAll()))
                .orElse(list);
    }

    /**
     * The second one finds it loaded. Without the lock the database answers, and nothing is stored. Each read that gives the
     * outcome forgets the flight: readers that come later may know of changes that it misses.
     */
    private CompletionStage<Slice> load(UserId buyer) {
        String stripe = "order-list:" + Math.floorMod(Long.hashCode(buyer.value()), LOCKS);
        return lock.tryAcquire(stripe, LOAD)
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()))
                .thenCompose(handle -> handle.map(held -> Stages.finallyDo(loadUnderLock(buyer), () -> held.release()))
                        .orElseGet(() -> fromDatabase(buyer)));
    }

    private CompletionStage<Slice> loadUnderLock(UserId buyer) {
        String load = Long.toHexString(random.nextLong());
        return lists.beginLoad(buyer, load)
                .thenCompose(
                        begun -> begun ? CompletableFuture.completedStage(Optional.<Slice>empty()) : readAgain(buyer))
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()))
                .thenCompose(loaded -> loaded.map(CompletableFuture::completedStage)
                        .orElseGet(() -> fromDatabase(buyer).thenCompose(list -> store(buyer, load, list))));
    }

    private CompletionStage<Optional<Slice>> readAgain(UserId buyer) {
        loads.forget(buyer);
        return lists.read(buyer, Optional.empty(), OrderListCache.MAX_ORDERS);
    }

    private CompletionStage<Slice> store(UserId buyer, String load, Slice list) {
        return lists.store(buyer, load, list)
                .exceptionallyCompose(DomainFailure.fallBackOn(false))
                .thenApply(_ -> list);
    }

    private CompletionStage<Slice> fromDatabase(UserId buyer) {
        meter.loaded();
        loads.forget(buyer);
        return pages.page(buyer, Optional.empty(), Optional.empty(), OrderListCache.MAX_ORDERS + 1)
                .thenApply(orders -> orders.size() <= OrderListCache.MAX_ORDERS
                        ? new Slice(orders, true)
                        : new Slice(orders.subList(0, OrderListCache.MAX_ORDERS), false));
    }

    /** What the cache does not hold any more comes from the database, from where the cached part ends. */
    private CompletionStage<List<Order>> complete(Query query, Slice cached) {
        List<Order> found = cached.orders().stream()
                .filter(order -> query.status.isEmpty() || query.status.get() == order.status())
                .limit(query.size + 1L)
                .toList();
        boolean enough = found.size() > query.size || cached.hasAll();
        if (enough) {
            return CompletableFuture.completedStage(found);
        }
        Optional<Position> seam = cached.orders().isEmpty()
                ? query.after
                : Optional.of(Position.of(cached.orders().getLast()));
        return pages.page(query.buyer, query.status, seam, query.size + 1 - found.size())
                .thenApply(
                        older -> Stream.concat(found.stream(), older.stream()).toList());
    }

    private static Page page(List<Order> orders, int size) {
        if (orders.size() <= size) {
            return new Page(orders, Optional.empty());
        }
        List<Order> page = orders.subList(0, size);
        return new Page(page, Optional.of(Position.of(page.getLast())));
    }
}
