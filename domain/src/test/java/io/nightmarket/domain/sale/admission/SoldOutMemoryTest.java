package io.nightmarket.domain.sale.admission;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.lang.reflect.InvocationHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SoldOutMemoryTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration PROBE = Duration.ofSeconds(1);
    private static final VoucherId SALE = new VoucherId(7);
    private static final SaleTerms TERMS = new SaleTerms(
            Shard.FIRST, new SaleWindow(NOON, NOON.plusSeconds(60)), 10, Acknowledgement.ACCEPTED, SaleOptions.NONE, 0);
    private static final UserId WINNER = new UserId(1);
    private static final UserId LOSER = new UserId(2);
    private static final UserId ANOTHER = new UserId(3);
    private static final UserId EARLIER = new UserId(4);
    private static final Epoch EPOCH = new Epoch(Shard.FIRST, 0);

    private WholeQueue counted(List<String> calls) {
        return Changed.calls(WholeQueue.class, (proxy, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (method.getName().equals("slice")) {
                calls.add("all");
            }
            return Changed.call(queue, method, arguments).whenComplete((read, _) -> {
                if (read instanceof NewBuyers found) {
                    calls.add(found.buyers().size() + " new");
                }
            });
        });
    }

    private final ManualTimers timers = new ManualTimers();
    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final SoldOutMemory sales = new SoldOutMemory(queue, timers, clock, PROBE);

    @BeforeEach
    void openSale() {
        SaleWindow window = TERMS.window();
        FlashSale sale = new FlashSale(
                SALE, Shard.FIRST, SaleState.OPEN, window, 100, 99, Acknowledgement.ACCEPTED, 0, SaleOptions.NONE);
        await(letIn(queue, Shard.FIRST));
        await(LoadedSale.of(sale, Map.of(EARLIER, new OrderId(4)), Set.of()).openIn(queue, EPOCH));
    }

    private Admission admit(UserId buyer) {
        var request = new AdmissionRequest(new Purchase(new OrderId(buyer.value()), SALE, buyer), "");
        return await(queue.admit(EPOCH, SALE, List.of(request))).getFirst();
    }

    private void buysElsewhere(UserId buyer) {
        assertEquals(new Admission.Accepted(new OrderId(buyer.value())), admit(buyer));
    }

    private void answered(UserId buyer, Admission admission) {
        sales.answered(TERMS, new Purchase(new OrderId(buyer.value()), SALE, buyer), admission);
    }

    @Test
    void losersAreTurnedAwayAndBuyersNever() {
        answered(WINNER, new Admission.Accepted(new OrderId(1)));
        assertFalse(sales.rejects(SALE, LOSER), "before there was word that nothing is left");
        answered(LOSER, new Admission.SoldOut());

        assertTrue(sales.rejects(SALE, LOSER));
        assertTrue(sales.rejects(SALE, ANOTHER));
        assertFalse(sales.rejects(SALE, WINNER));
        assertFalse(sales.rejects(new VoucherId(8), LOSER), "another sale");
        assertTrue(sales.isSoldOut(SALE));
        assertFalse(sales.isSoldOut(new VoucherId(8)));
    }

    @Test
    void whoLostTheAnswerOrBoughtElsewhereIsNotTurnedAway() {
        answered(LOSER, new Admission.SoldOut());
        sales.mayHaveBought(TERMS, SALE, WINNER);
        sales.bought(new Purchase(new OrderId(2), SALE, ANOTHER));

        assertFalse(sales.rejects(SALE, WINNER));
        assertFalse(sales.rejects(SALE, ANOTHER));
        assertTrue(sales.rejects(SALE, LOSER));
    }

    @Test
    void onceASecondOneIsLetThrough() {
        answered(LOSER, new Admission.SoldOut());
        timers.advance(PROBE.minusNanos(1));
        assertTrue(sales.rejects(SALE, LOSER));

        timers.advance(Duration.ofNanos(1));

        assertFalse(sales.rejects(SALE, LOSER));
        assertTrue(sales.rejects(SALE, ANOTHER));
        timers.advance(PROBE);
        assertFalse(sales.rejects(SALE, ANOTHER));
    }

    @Test
    void anAnswerThatIsNotSoldOutLetsEverybodyAskAgain() {
        for (Admission news : new Admission[] {
            new Admission.Accepted(new OrderId(ANOTHER.value())),
            new Admission.Paused(),
            new Admission.Ended(),
            new Admission.NoSuchSale(),
            new Admission.QueueFull(),
            new Admission.NotStarted(NOON)
        }) {
            answered(LOSER, new Admission.SoldOut());
            assertTrue(sales.rejects(SALE, LOSER));

            answered(ANOTHER, news);

            assertFalse(sales.rejects(SALE, LOSER), news.toString());
        }
    }

    @Test
    void aBuyerWhoIsToldOfTheOrderChangesNothingForTheOthers() {
        answered(LOSER, new Admission.SoldOut());

        answered(WINNER, new Admission.AlreadyBought(new OrderId(1)));

        assertTrue(sales.rejects(SALE, LOSER));
        assertFalse(sales.rejects(SALE, WINNER));
        answered(WINNER, new Admission.Accepted(new OrderId(99)));
        assertTrue(sales.rejects(SALE, LOSER), "an order that is answered again says nothing of units");
    }

    @Test
    void whatIsOverIsForgottenWhenAnotherSaleComes() {
        answered(LOSER, new Admission.SoldOut());
        clock.advance(Duration.ofSeconds(61));

        sales.answered(TERMS, new Purchase(new OrderId(2), new VoucherId(8), LOSER), new Admission.SoldOut());

        assertFalse(sales.rejects(SALE, LOSER));
    }

    @Test
    void buyersOfOtherNodesAreKnownOnceTheSaleIsSoldOut() {
        for (int i = 100; i < 110; i++) {
            buysElsewhere(new UserId(i));
        }

        answered(LOSER, new Admission.SoldOut());

        assertTrue(sales.rejects(SALE, LOSER));
        assertFalse(sales.rejects(SALE, EARLIER), "the sale was opened with this buyer");
        for (int i = 100; i < 110; i++) {
            assertFalse(sales.rejects(SALE, new UserId(i)));
        }
    }

    @Test
    void nobodyIsTurnedAwayBeforeTheBuyersAreKnown() {
        SoldOutMemory unknowing = new SoldOutMemory(new StepFault(1, false).over(queue), timers, clock, PROBE);

        unknowing.answered(TERMS, new Purchase(new OrderId(2), SALE, LOSER), new Admission.SoldOut());
        assertFalse(unknowing.rejects(SALE, LOSER), "the queue named nobody");
        unknowing.answered(TERMS, new Purchase(new OrderId(2), SALE, LOSER), new Admission.SoldOut());

        assertTrue(unknowing.rejects(SALE, LOSER));
    }

    @Test
    void aProbeReadsOnAndNoBuyerTwice() {
        List<String> calls = new ArrayList<>();
        SoldOutMemory counted = new SoldOutMemory(counted(calls), timers, clock, PROBE);
        Purchase lost = new Purchase(new OrderId(2), SALE, LOSER);
        buysElsewhere(WINNER);
        counted.answered(TERMS, lost, new Admission.SoldOut());
        assertTrue(calls.contains("all"));
        calls.clear();
        for (int i = 100; i < 110; i++) {
            buysElsewhere(new UserId(i));
        }
        assertTrue(counted.rejects(SALE, new UserId(100)), "bought elsewhere since");

        timers.advance(PROBE);
        counted.answered(TERMS, new Purchase(new OrderId(5), SALE, ANOTHER), new Admission.Accepted(new OrderId(5)));
        counted.answered(TERMS, lost, new Admission.SoldOut());

        for (int i = 100; i < 110; i++) {
            assertFalse(counted.rejects(SALE, new UserId(i)));
        }
        assertTrue(counted.rejects(SALE, LOSER));
        assertEquals(List.of("5 new", "5 new", "0 new"), calls);
    }

    @Test
    void aSaleThatWasPutIntoTheQueueAgainIsLearnedAgain() {
        answered(LOSER, new Admission.SoldOut());
        assertTrue(sales.rejects(SALE, WINNER));
        queue.loseEverything();
        openSale();
        buysElsewhere(WINNER);

        timers.advance(PROBE);
        answered(LOSER, new Admission.SoldOut());

        assertFalse(sales.rejects(SALE, WINNER));
        assertTrue(sales.rejects(SALE, LOSER));
    }

    private Admission asks(UserId buyer) {
        Admission admission = admit(buyer);
        answered(buyer, admission);
        return admission;
    }

    /** An order is cancelled on another node, of which this one hears nothing. */
    @Test
    void aUnitThatCameBackIsSoldWithinAProbeToABuyerWhoWasRefused() {
        UserId gone = new UserId(1000);
        for (int i = 0; i < 99; i++) {
            buysElsewhere(new UserId(gone.value() + i));
        }
        assertEquals(new Admission.SoldOut(), asks(LOSER));
        assertTrue(sales.rejects(SALE, LOSER));

        Purchase cancelled = new Purchase(new OrderId(gone.value()), SALE, gone);
        assertEquals(Release.RELEASED, await(queue.release(EPOCH, cancelled)));
        timers.advance(PROBE);

        assertFalse(sales.rejects(SALE, gone), "may buy again");
        assertFalse(sales.rejects(SALE, LOSER));
        assertEquals(new Admission.Accepted(new OrderId(LOSER.value())), asks(LOSER));
        assertFalse(sales.rejects(SALE, ANOTHER), "there may be more");
        assertEquals(new Admission.SoldOut(), asks(ANOTHER));
        assertTrue(sales.rejects(SALE, new UserId(5000)), "sold out again");
        assertFalse(sales.rejects(SALE, LOSER), "a buyer by now");
    }

    @Test
    void whatTheQueueHasNotSaidForAWhileIsNotBelieved() {
        answered(LOSER, new Admission.SoldOut());
        timers.advance(Duration.ofSeconds(10));

        assertFalse(sales.rejects(SALE, LOSER));
        assertFalse(sales.rejects(SALE, ANOTHER), "no probe, but all ask");
        answered(LOSER, new Admission.SoldOut());
        assertTrue(sales.rejects(SALE, ANOTHER));
    }

    /** The terms were read when it had 1,000 units; 9,000 more were put on sale since. */
    @Test
    void lateBuyersOfARestockedSaleNeedNotAsk() {
        SaleTerms terms =
                new SaleTerms(Shard.FIRST, TERMS.window(), 1_000, Acknowledgement.ACCEPTED, SaleOptions.NONE, 0);
        for (int i = 1; i <= 10_000; i++) {
            sales.mayHaveBought(terms, SALE, new UserId(i));
        }
        sales.answered(terms, new Purchase(new OrderId(2), SALE, new UserId(20_000)), new Admission.SoldOut());

        long rejected = LongStream.range(100_000, 101_000)
                .filter(late -> sales.rejects(SALE, new UserId(late)))
                .count();

        assertTrue(rejected >= 900, rejected + " of 1,000");
        assertTrue(LongStream.rangeClosed(1, 10_000).noneMatch(buyer -> sales.rejects(SALE, new UserId(buyer))));
    }

    @Test
    void whoWasAddedIsFoundAndFewStrangersAre() {
        int size = 50_000;
        KnownBuyers buyers = new KnownBuyers(size);
        for (int i = 1; i <= size; i++) {
            buyers.add(new UserId(2L * i));
        }

        int strangers = 0;
        for (int i = 1; i <= size; i++) {
            assertTrue(buyers.mayContain(new UserId(2L * i)), "buyer " + i);
            strangers += buyers.mayContain(new UserId(2L * i + 1)) ? 1 : 0;
        }

        assertTrue(strangers < size / 50, strangers + " of " + size + " strangers passed for buyers");
    }

    @Test
    void anEmptySetHoldsNobodyWhateverItsSize() {
        for (long size : new long[] {0, 1, 1_000_000, Long.MAX_VALUE / 1_000_000_000_000L}) {
            assertFalse(new KnownBuyers(size).mayContain(new UserId(Long.MAX_VALUE)));
        }
    }
}
