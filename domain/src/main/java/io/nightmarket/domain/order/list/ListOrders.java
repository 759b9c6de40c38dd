package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.LoadedReads;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.order.list.OrderPages.Position;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A buyer looks through their own orders, newest first: none twice, and none skipped that was there at the first page. The
 * newest come from the cache, older ones from the database, without a seam. A list that is not loaded is loaded by one
 * reader, however many ask; while the cache is away, pages come from the database.
 */
public final class ListOrders {
    private static final Slice NOTHING = new Slice(List.of(), false);

    private final OrderPages pages;
    private final OrderListCache lists;
    private final LoadedReads<UserId, Slice> reads;
    private final OrderListMeter meter;

    /** @param random jitters pauses */
    public ListOrders(
            OrderPages pages,
            OrderListCache lists,
            MissedWrites missed,
            Timers timers,
            RandomGenerator random,
            OrderListMeter meter) {
        this.pages = pages;
        this.lists = lists;
        this.reads = new LoadedReads<>(lists, this::load, LoadedReads.LONG_WAIT, missed, timers, random);
        this.meter = meter;
    }

    /**
     * A page of the list.
     *
     * @param next where the next page begins; empty at the end of the list
     */
    public record Page(List<Order> orders, Optional<Position> next) {}

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
        return find(new Query(buyer, status, after, size)).thenApply(orders -> page(orders, size));
    }

    private CompletionStage<List<Order>> find(Query query) {
        return reads.read(
                        query.buyer,
                        () -> lists.read(query.buyer, query.after, query.inCache())
                                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.of(NOTHING))))
                .thenCompose(cached -> complete(query, cached.orElse(NOTHING)));
    }

    private CompletionStage<Optional<Slice>> load(UserId buyer) {
        meter.loaded();
        return pages.page(buyer, Optional.empty(), Optional.empty(), OrderListCache.MAX_ORDERS + 1)
                .thenApply(orders -> Optional.of(
                        orders.size() <= OrderListCache.MAX_ORDERS
                                ? new Slice(orders, true)
                                : new Slice(orders.subList(0, OrderListCache.MAX_ORDERS), false)));
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
