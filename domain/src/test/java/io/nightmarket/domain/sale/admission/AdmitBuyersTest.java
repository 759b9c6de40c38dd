package io.nightmarket.domain.sale.admission;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.InMemoryLedger;
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
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.FaultyQueue;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a group whose answer is lost. */
final class AdmitBuyersTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final VoucherId SALE = new VoucherId(7);
    private static final Duration LONG = Duration.ofSeconds(2);

    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(new ManualClock(NOON));
    private final ManualTimers timers = new ManualTimers();
    private final Epochs epochs = new Epochs(new InMemoryLedger(_ -> true)::epoch, timers);

    @BeforeEach
    void openSale() {
        SaleWindow window = new SaleWindow(NOON.minusSeconds(1), NOON.plusSeconds(1));
        FlashSale sale = new FlashSale(
                SALE, Shard.FIRST, SaleState.OPEN, window, 5, 5, Acknowledgement.ACCEPTED, 0, SaleOptions.NONE);
        await(letIn(queue, Shard.FIRST));
        await(LoadedSale.of(sale, Map.of(), Set.of()).openIn(queue, new Epoch(Shard.FIRST, 0)));
    }

    private AdmitBuyers admitting(OrderQueue over) {
        return new AdmitBuyers(over, epochs, timers, new Random(1), 1, 256);
    }

    private CompletableFuture<Admission> click(WholeQueue over) {
        AdmitBuyers buyers = admitting(over);
        Purchase purchase = new Purchase(new OrderId(1), SALE, new UserId(1));
        return buyers.admit(Shard.FIRST, new AdmissionRequest(purchase, "")).toCompletableFuture();
    }

    private Optional<Long> free() {
        return await(queue.available(Shard.FIRST, SALE));
    }

    @Test
    void whatWasDoneThoughTheAnswerWasLostIsFoundByAskingAgain() {
        CompletableFuture<Admission> answer = click(new FaultyQueue(queue, new StepFault(1, true)));
        assertEquals(Optional.of(4L), free());

        timers.advance(LONG);

        assertEquals(new Admission.Accepted(new OrderId(1)), await(answer));
        assertEquals(Optional.of(4L), free());
    }

    @Test
    void whatWasNotDoneIsDoneThen() {
        CompletableFuture<Admission> answer = click(new FaultyQueue(queue, new StepFault(1, false)));
        assertEquals(Optional.of(5L), free());

        timers.advance(LONG);

        assertEquals(new Admission.Accepted(new OrderId(1)), await(answer));
        assertEquals(Optional.of(4L), free());
    }

    @Test
    void aQueueThatIsAwayAfterwardsLeavesTheOutcomeUnknown() {
        CompletableFuture<Admission> answer = click(new FaultyQueue(queue, new StepFault(1, true)));
        queue.loseEverything();

        timers.advance(LONG);

        assertInstanceOf(TimedOut.class, failureOf(answer));
        assertEquals(0, timers.waiting(), "the asking has an end");
    }

    @Test
    void whoWasNotAskedAtAllIsToldSoAtOnce() {
        queue.loseEverything();

        assertInstanceOf(Unavailable.class, failureOf(click(queue)));
        assertEquals(0, timers.waiting());
    }

    /** Buyers come while a call hangs; it ends after 1.3 s. */
    @Test
    void aQueueThatStandsForASecondRejectsBuyersAndNoneOfThemIsSent() {
        List<List<AdmissionRequest>> sent = new ArrayList<>();
        List<CompletableFuture<List<Admission>>> calls = new ArrayList<>();
        AdmitBuyers buyers = admitting(Changed.calls(OrderQueue.class, (_, _, arguments) -> {
            List<?> group = (List<?>) Objects.requireNonNull(arguments)[2];
            sent.add(group.stream().map(AdmissionRequest.class::cast).toList());
            calls.add(new CompletableFuture<>());
            return calls.getLast();
        }));
        List<AdmissionRequest> requests = new ArrayList<>();
        List<CompletableFuture<Admission>> answers = new ArrayList<>();
        for (int millis : new int[] {0, 0, 700, 500}) {
            timers.advance(Duration.ofMillis(millis));
            long number = 1L + requests.size();
            requests.add(new AdmissionRequest(new Purchase(new OrderId(number), SALE, new UserId(number)), ""));
            answers.add(buyers.admit(Shard.FIRST, requests.getLast()).toCompletableFuture());
        }
        timers.advance(Duration.ofMillis(100));

        calls.getFirst().complete(List.of(new Admission.Accepted(new OrderId(1))));

        assertEquals(new Admission.Accepted(new OrderId(1)), await(answers.getFirst()));
        assertInstanceOf(Unavailable.class, failureOf(answers.get(1)));
        assertInstanceOf(Unavailable.class, failureOf(answers.get(2)), "it waited for 0.6 s");
        assertEquals(List.of(List.of(requests.getFirst()), List.of(requests.getLast())), sent);
    }

    /** A sale whose call hangs would send no other one. */
    @Test
    void nothingIsKeptOfMoreSalesThanTheMaximum() {
        List<VoucherId> called = new ArrayList<>();
        AdmitBuyers buyers = admitting(Changed.calls(OrderQueue.class, (_, _, arguments) -> {
            called.add((VoucherId) Objects.requireNonNull(arguments)[1]);
            return new CompletableFuture<>();
        }));
        for (int sale = 0; sale <= AdmitBuyers.MAX_SALES; sale++) {
            Purchase purchase = new Purchase(new OrderId(1), new VoucherId(1 + sale), new UserId(1));
            var _ = buyers.admit(Shard.FIRST, new AdmissionRequest(purchase, ""));
        }

        Purchase again = new Purchase(new OrderId(2), new VoucherId(1), new UserId(2));
        var _ = buyers.admit(Shard.FIRST, new AdmissionRequest(again, ""));

        assertEquals(AdmitBuyers.MAX_SALES + 2, called.size());
    }
}
