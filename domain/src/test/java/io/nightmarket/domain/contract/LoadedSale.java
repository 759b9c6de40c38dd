package io.nightmarket.domain.contract;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** A sale with all that is reserved in it: few enough for memory. */
public record LoadedSale(
        SaleSnapshot snapshot,
        Map<UserId, OrderId> deadLetters,
        Map<UserId, OrderId> claims,
        Map<OrderId, Long> revisions) {
    /** A sale in which no order was revived. */
    public LoadedSale(SaleSnapshot snapshot, Map<UserId, OrderId> deadLetters, Map<UserId, OrderId> claims) {
        this(snapshot, deadLetters, claims, Map.of());
    }

    /** A sale without dead letters. */
    public static LoadedSale of(FlashSale sale, Map<UserId, OrderId> claims, Set<Long> adjustments) {
        return new LoadedSale(new SaleSnapshot(sale, 0, adjustments), Map.of(), claims);
    }

    public static CompletionStage<Optional<LoadedSale>> read(FlashSaleRepository sales, VoucherId voucher) {
        List<Purchase> reservations = new ArrayList<>();
        return sales.load(voucher, slice -> CompletableFuture.completedStage(reservations.addAll(slice)))
                .thenApply(found -> found.map(snapshot -> {
                    int letters = Math.toIntExact(snapshot.deadLetters());
                    return new LoadedSale(
                            snapshot,
                            byBuyer(reservations.subList(0, letters)),
                            byBuyer(reservations.subList(letters, reservations.size())),
                            reservations.stream()
                                    .filter(one -> one.revision() != 0)
                                    .collect(Collectors.toMap(Purchase::order, Purchase::revision)));
                }));
    }

    private static Map<UserId, OrderId> byBuyer(List<Purchase> purchases) {
        return purchases.stream().collect(Collectors.toMap(Purchase::buyer, Purchase::order));
    }

    /** Dead letters and claims. */
    public Map<UserId, OrderId> reservations() {
        Map<UserId, OrderId> all = new HashMap<>(deadLetters);
        all.putAll(claims);
        return all;
    }

    public FlashSale sale() {
        return snapshot.sale();
    }

    public CompletionStage<Void> openIn(WholeQueue queue, Epoch epoch) {
        return queue.beginOpening(sale())
                .thenCompose(opening ->
                        opening.reserve(purchases(reservations())).thenCompose(_ -> opening.open(epoch, snapshot)));
    }

    /** These orders of the sale, in their revisions. */
    public List<Purchase> purchases(Map<UserId, OrderId> orders) {
        return orders.entrySet().stream()
                .map(one -> new Purchase(
                        one.getValue(), sale().voucher(), one.getKey(), revisions.getOrDefault(one.getValue(), 0L)))
                .toList();
    }
}
