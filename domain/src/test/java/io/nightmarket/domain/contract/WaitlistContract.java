package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.sale.waiting.Waitlist.Entry;
import io.nightmarket.domain.sale.waiting.Waitlist.WaitingSale;
import io.nightmarket.domain.sale.waiting.Waitlist.WaitlistPlace;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public abstract class WaitlistContract {
    private static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");
    private static final SaleWindow RUNNING = new SaleWindow(BEGIN, Instant.parse("2037-01-01T00:00:00Z"));
    private static final SaleWindow OVER = new SaleWindow(BEGIN, Instant.parse("2020-01-02T00:00:00Z"));
    private static final UserId ALICE = new UserId(1001);
    private static final UserId BOB = new UserId(1002);
    private static final UserId CAROL = new UserId(1003);
    private static final int MANY = 100;

    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    private final AtomicLong orders = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60));

    protected abstract Waitlist waitlist();

    protected abstract FlashSaleRepository sales();

    /** Their changes. */
    protected abstract SaleChanges saleChanges();

    protected abstract OrderLedger ledger();

    protected abstract ShopId shop();

    private VoucherId sale(SaleWindow window, boolean waitlist) {
        NewFlashSale sale = FlashSales.withOptions(shop(), 1, window, new SaleOptions(waitlist, false, false));
        return await(sales().create(sale, shard)).orElseThrow().voucher();
    }

    private Purchase purchase(VoucherId sale, UserId buyer) {
        return new Purchase(new OrderId(orders.incrementAndGet()), sale, buyer);
    }

    private WaitlistPlace join(VoucherId sale, UserId buyer) {
        return await(waitlist().join(purchase(sale, buyer), MANY));
    }

    private WaitlistPlace.InLine joined(VoucherId sale, UserId buyer) {
        return assertInstanceOf(WaitlistPlace.InLine.class, join(sale, buyer));
    }

    private long position(VoucherId sale, UserId buyer) {
        return assertInstanceOf(WaitlistPlace.InLine.class, await(waitlist().find(sale, buyer)))
                .position();
    }

    @Test
    void noBuyerJoinsASaleThatWasCalledOff() {
        VoucherId sale = sale(RUNNING, true);
        var _ = joined(sale, ALICE);
        var _ = FlashSales.setState(saleChanges(), sale, SaleState.CALLED_OFF);

        assertEquals(new WaitlistPlace.Over(), join(sale, BOB));
        assertEquals(new WaitlistPlace.Over(), await(waitlist().find(sale, BOB)));
        assertTrue(await(waitlist().sales(sale.value() - 1, 1)).getFirst().over());
    }

    private List<Entry> entries(VoucherId sale) {
        return await(waitlist().next(sale, 0, MANY));
    }

    private List<WaitingSale> listed(VoucherId sale) {
        return await(waitlist().sales(sale.value() - 1, 1)).stream()
                .filter(one -> one.voucher().equals(sale))
                .toList();
    }

    @Test
    void buyersStandInTheOrderInWhichTheyJoined() {
        VoucherId sale = sale(RUNNING, true);
        assertEquals(new WaitlistPlace.NotInLine(), await(waitlist().find(sale, ALICE)));
        Purchase first = purchase(sale, ALICE);
        WaitlistPlace.InLine alice =
                assertInstanceOf(WaitlistPlace.InLine.class, await(waitlist().join(first, MANY)));
        assertEquals(1, alice.position());
        assertEquals(2, joined(sale, BOB).position());
        assertEquals(3, joined(sale, CAROL).position());

        assertEquals(alice, join(sale, ALICE), "who waits keeps the place");
        assertEquals(new Entry(alice.number(), first, false), entries(sale).getFirst());
        assertEquals(3, position(sale, CAROL));
        assertEquals(entries(sale).subList(1, 2), await(waitlist().next(sale, alice.number(), 1)));

        await(waitlist().leave(sale, ALICE));
        await(waitlist().leave(sale, ALICE));
        assertEquals(new WaitlistPlace.NotInLine(), await(waitlist().find(sale, ALICE)));
        assertEquals(1, position(sale, BOB));
        WaitlistPlace.InLine again = joined(sale, ALICE);
        assertEquals(3, again.position());
        assertTrue(again.number() > alice.number(), "behind all others");
    }

    @Test
    void thoseWhoJoinAtOnceHaveNumbersInTheOrderInWhichTheyAreSeen() {
        VoucherId sale = sale(RUNNING, true);
        List<WaitlistPlace> joined = atOnce(16, i -> waitlist().join(purchase(sale, new UserId(i + 1L)), MANY));
        List<Entry> entries = entries(sale);
        assertEquals(
                LongStream.rangeClosed(1, 16).boxed().toList(),
                joined.stream()
                        .map(found -> assertInstanceOf(WaitlistPlace.InLine.class, found)
                                .position())
                        .sorted()
                        .toList());
        for (int i = 0; i < 16; i++) {
            UserId buyer = new UserId(i + 1L);
            assertEquals(
                    joined.get(i),
                    new WaitlistPlace.InLine(
                            entries.get((int) position(sale, buyer) - 1).number(), position(sale, buyer)));
        }
    }

    /** Counting goes no further, however many wait. */
    @Test
    void furtherBackAllHaveTheLastPositionThatIsCounted() {
        VoucherId sale = sale(RUNNING, true);
        int last = Waitlist.MAX_POSITION + 1;
        for (int buyer = 1; buyer <= last; buyer++) {
            assertInstanceOf(
                    WaitlistPlace.InLine.class, await(waitlist().join(purchase(sale, new UserId(buyer)), last)));
        }
        assertEquals(Waitlist.MAX_POSITION - 1, position(sale, new UserId(last - 2)));
        assertEquals(Waitlist.MAX_POSITION, position(sale, new UserId(last - 1)));
        assertEquals(Waitlist.MAX_POSITION, position(sale, new UserId(last)));

        await(waitlist().leave(sale, new UserId(1)));
        await(waitlist().leave(sale, new UserId(2)));
        assertEquals(Waitlist.MAX_POSITION - 1, position(sale, new UserId(last)));
    }

    @Test
    void aSaleWithoutAWaitlistHasNone() {
        VoucherId sale = sale(RUNNING, false);
        assertEquals(new WaitlistPlace.NoWaitlist(), join(sale, ALICE));
        assertEquals(new WaitlistPlace.NoWaitlist(), await(waitlist().find(sale, ALICE)));
        VoucherId none = new VoucherId(1L << 40);
        assertEquals(new WaitlistPlace.NoWaitlist(), join(none, ALICE));
        assertEquals(List.of(), listed(sale));
    }

    @Test
    void aFullWaitlistTakesNoFurtherBuyer() {
        VoucherId sale = sale(RUNNING, true);
        List<WaitlistPlace> atOnce = atOnce(8, _ -> waitlist().join(purchase(sale, ALICE), 1));
        WaitlistPlace first = assertInstanceOf(WaitlistPlace.InLine.class, atOnce.getFirst());
        assertEquals(8, Collections.frequency(atOnce, first), "one buyer joins once");
        assertEquals(1, entries(sale).size());
        assertEquals(new WaitlistPlace.Full(), await(waitlist().join(purchase(sale, BOB), 1)));
        assertEquals(first, await(waitlist().join(purchase(sale, ALICE), 1)));
        await(waitlist().leave(sale, ALICE));
        assertInstanceOf(WaitlistPlace.InLine.class, await(waitlist().join(purchase(sale, BOB), 1)));
    }

    @Test
    void anEntryIsDecidedOnceTheDatabaseHasItsOrderOrItsRejection() {
        VoucherId sale = sale(RUNNING, true);
        List.of(ALICE, BOB, CAROL).forEach(buyer -> assertInstanceOf(WaitlistPlace.InLine.class, join(sale, buyer)));
        List<Entry> open = entries(sale);
        assertFalse(open.stream().anyMatch(Entry::decided));

        OrderLedger.Writer writer = await(ledger().becomeWriter(shard));
        // The second finds no unit.
        var _ = await(writer.settle(List.of(
                new QueuedOrder(new EntryId(1, 1), open.get(0).purchase(), BEGIN),
                new QueuedOrder(new EntryId(1, 2), open.get(1).purchase(), BEGIN))));
        await(writer.close());
        List<Entry> decided = entries(sale);
        assertEquals(
                List.of(true, true, false), decided.stream().map(Entry::decided).toList());

        await(waitlist().remove(sale, decided.subList(0, 2)));
        await(waitlist().remove(sale, decided.subList(0, 2)));
        assertEquals(decided.subList(2, 3), entries(sale));
    }

    @Test
    void aSaleIsListedFromTheFirstWhoJoinsUntilItIsClosed() {
        VoucherId sale = sale(RUNNING, true);
        assertEquals(List.of(), listed(sale));
        long number = joined(sale, ALICE).number();
        assertEquals(List.of(new WaitingSale(sale, shard, number, number, false)), listed(sale));
        await(waitlist().leave(sale, ALICE));
        assertEquals(List.of(new WaitingSale(sale, shard, number, number, false)), listed(sale));

        long next = joined(sale, BOB).number();
        assertTrue(next > number);
        await(waitlist().close(sale));
        assertEquals(List.of(), listed(sale));
        assertEquals(List.of(), entries(sale));
        assertInstanceOf(WaitlistPlace.InLine.class, join(sale, BOB));
        assertEquals(1, listed(sale).size());
    }

    @Test
    void aSaleThatEndedIsListedAsOver() {
        VoucherId sale = sale(OVER, true);
        assertEquals(new WaitlistPlace.Over(), await(waitlist().find(sale, ALICE)), "by the clock of the database");
        assertInstanceOf(WaitlistPlace.InLine.class, join(sale, ALICE));
        assertEquals(List.of(true), listed(sale).stream().map(WaitingSale::over).toList());
    }
}
