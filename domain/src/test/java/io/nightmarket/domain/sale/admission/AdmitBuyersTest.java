package io.nightmarket.domain.sale.admission;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a group whose answer is lost. */
final class AdmitBuyersTest extends SaleWorld {
    private static final Duration LONG = Duration.ofSeconds(2);

    @BeforeEach
    void openSale() {
        sale = create(5);
        recover();
    }

    private AdmitBuyers admitting(OrderQueue over) {
        return new AdmitBuyers(over, epochs, timers, new Random(1), 1, 256, BatchMeter.NONE);
    }

    private CompletableFuture<Admission> click(WholeQueue over) {
        AdmitBuyers buyers = admitting(over);
        return buyers.admit(Shard.FIRST, new AdmissionRequest(purchase(1, ALICE), ""))
                .toCompletableFuture();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void byAskingAgainWhatWasDoneThoughTheAnswerWasLostIsFoundAndWhatWasNotIsDone(boolean isDone) {
        CompletableFuture<Admission> answer = click(new StepFault(1, isDone).over(queue));
        assertEquals(Optional.of(isDone ? 4L : 5L), free());

        timers.advance(LONG);

        assertEquals(new Admission.Accepted(new OrderId(1)), await(answer));
        assertEquals(Optional.of(4L), free());
    }

    @Test
    void aQueueThatIsAwayAfterwardsLeavesTheOutcomeUnknown() {
        CompletableFuture<Admission> answer = click(new StepFault(1, true).over(queue));
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
            requests.add(new AdmissionRequest(new Purchase(new OrderId(number), sale, new UserId(number)), ""));
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
        for (int i = 0; i <= AdmitBuyers.MAX_SALES; i++) {
            Purchase purchase = new Purchase(new OrderId(1), new VoucherId(1 + i), new UserId(1));
            var _ = buyers.admit(Shard.FIRST, new AdmissionRequest(purchase, ""));
        }

        Purchase again = new Purchase(new OrderId(2), new VoucherId(1), new UserId(2));
        var _ = buyers.admit(Shard.FIRST, new AdmissionRequest(again, ""));

        assertEquals(AdmitBuyers.MAX_SALES + 2, called.size());
    }
}
