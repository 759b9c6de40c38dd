package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The waitlists of the sales of an {@link InMemoryLedger}. */
public record InMemoryWaitlist(Tables tables, Clock clock) implements Waitlist {
    private static final long MINUTE = 60_000_000;

    private long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    private Stream<Entry> entries(VoucherId voucher) {
        return tables.waiting.stream()
                .filter(entry -> entry.purchase().voucher().equals(voucher));
    }

    @Override
    public CompletionStage<WaitlistPlace> join(Purchase purchase, int max) {
        return tables.transaction(() -> {
            WaitlistPlace place = place(purchase.voucher(), purchase.buyer());
            boolean isOff = place instanceof WaitlistPlace.Over && isCalledOff(purchase.voucher());
            if (isOff || !(place instanceof WaitlistPlace.NotInLine || place instanceof WaitlistPlace.Over)) {
                return place;
            }
            if (entries(purchase.voucher()).count() >= max) {
                return new WaitlistPlace.Full();
            }
            long number = tables.waitlists.merge(purchase.voucher(), 1L, (last, _) -> Math.max(last + 1, micros()));
            tables.waiting.add(new Entry(number, purchase, false));
            return place(purchase.voucher(), purchase.buyer());
        });
    }

    private WaitlistPlace place(VoucherId voucher, UserId buyer) {
        if (!tables.waitlists.containsKey(voucher)) {
            return new WaitlistPlace.NoWaitlist();
        }
        return entries(voucher)
                .filter(entry -> entry.purchase().buyer().equals(buyer))
                .findFirst()
                .<WaitlistPlace>map(own -> new WaitlistPlace.InLine(
                        own.number(),
                        entries(voucher)
                                .filter(entry -> entry.number() <= own.number())
                                .limit(MAX_POSITION)
                                .count()))
                .orElseGet(() -> isOver(voucher) ? new WaitlistPlace.Over() : new WaitlistPlace.NotInLine());
    }

    @Override
    public CompletionStage<WaitlistPlace> find(VoucherId voucher, UserId buyer) {
        return tables.transaction(() -> place(voucher, buyer));
    }

    @Override
    public CompletionStage<Void> leave(VoucherId voucher, UserId buyer) {
        return tables.change(() ->
                tables.waiting.removeIf(entry -> entry.purchase().voucher().equals(voucher)
                        && entry.purchase().buyer().equals(buyer)));
    }

    @Override
    public CompletionStage<List<WaitingSale>> sales(long after, int max) {
        return tables.transaction(() -> tables.waitlists.keySet().stream()
                .filter(voucher -> voucher.value() > after && last(voucher) > 0)
                .sorted((one, other) -> Long.compare(one.value(), other.value()))
                .limit(max)
                .map(this::waitingSale)
                .toList());
    }

    private long last(VoucherId voucher) {
        return tables.waitlists.getOrDefault(voucher, 0L);
    }

    private WaitingSale waitingSale(VoucherId voucher) {
        FlashSale sale = Objects.requireNonNull(tables.sales.get(voucher));
        return new WaitingSale(
                voucher, sale.shard(), last(voucher), Math.max(last(voucher), micros() - MINUTE), isOver(voucher));
    }

    private boolean isOver(VoucherId voucher) {
        FlashSale sale = Objects.requireNonNull(tables.sales.get(voucher));
        return isCalledOff(voucher) || !clock.instant().isBefore(sale.window().end());
    }

    private boolean isCalledOff(VoucherId voucher) {
        FlashSale sale = Objects.requireNonNull(tables.sales.get(voucher));
        return sale.state() == SaleState.CALLED_OFF;
    }

    @Override
    public CompletionStage<List<Entry>> next(VoucherId voucher, long after, int max) {
        return tables.transaction(() -> entries(voucher)
                .filter(entry -> entry.number() > after)
                .limit(max)
                .map(entry -> new Entry(
                        entry.number(),
                        entry.purchase(),
                        tables.orders.containsKey(entry.purchase().order())
                                || tables.rejections.containsKey(
                                        entry.purchase().order())))
                .toList());
    }

    @Override
    public CompletionStage<Void> remove(VoucherId voucher, List<Entry> entries) {
        List<Long> numbers = entries.stream().map(Entry::number).toList();
        return tables.change(() -> tables.waiting.removeIf(
                entry -> entry.purchase().voucher().equals(voucher) && numbers.contains(entry.number())));
    }

    @Override
    public CompletionStage<Void> close(VoucherId voucher) {
        return tables.change(() -> {
            tables.waitlists.put(voucher, 0L);
            tables.waiting.removeIf(entry -> entry.purchase().voucher().equals(voucher));
        });
    }
}
