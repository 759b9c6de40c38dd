package io.nightmarket.domain.sale.waiting;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryWaitingRooms;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.PurchaseAnswer.NoPass;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.waiting.RoomTokens.Signed;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class UsePassTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final VoucherId SALE = new VoucherId(1);
    private static final UserId BUYER = new UserId(3);
    private static final NoPass USED = new NoPass(NoPass.Reason.USED);
    private static final PurchaseAnswer DONE = new PurchaseAnswer.Settled(new OrderId(9));

    /** The buyer's order in the queue. */
    private @Nullable OrderId live;
    /** When the database's last order of the buyer was placed. */
    private Instant bought = Instant.EPOCH;

    private final ManualClock clock = new ManualClock(NOON);
    private final RoomTokens tokens =
            new RoomTokens(new BuyerSignatures("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));
    private final RoomRecords stored = new InMemoryLedger(_ -> true, clock).roomRecords();
    private final RoomRecords records = Changed.calls(
            RoomRecords.class,
            (_, method, arguments) -> method.getName().equals("hasBought")
                    ? hasBought((Instant) Objects.requireNonNull(arguments)[2])
                    : Changed.invoke(stored, method, arguments));
    private final InMemoryWaitingRooms rooms = new InMemoryWaitingRooms(clock);
    private final OrderQueue queue =
            Changed.calls(OrderQueue.class, (_, _, _) -> CompletableFuture.completedStage(Optional.ofNullable(live)));
    private final Epochs epochs =
            new Epochs(shard -> CompletableFuture.completedStage(new Epoch(shard, 1)), new ManualTimers());
    private final UsePass gate = new UsePass(rooms, records, new OpenRoom(rooms, records), tokens, queue, epochs);

    private CompletionStage<Boolean> hasBought(Instant since) {
        return CompletableFuture.completedStage(!bought.isBefore(since));
    }

    private PurchaseAnswer buy(UserId user) {
        return buy(user, "", Acknowledgement.ACCEPTED, CompletableFuture.completedStage(DONE));
    }

    private PurchaseAnswer buy(UserId user, String key) {
        return buy(user, key, Acknowledgement.ACCEPTED, CompletableFuture.completedStage(DONE));
    }

    private PurchaseAnswer buy(
            UserId user, String key, Acknowledgement acknowledgement, CompletionStage<PurchaseAnswer> admission) {
        SaleTerms terms = new SaleTerms(
                Shard.FIRST,
                new SaleWindow(NOON, NOON.plusSeconds(3_600)),
                1,
                Acknowledgement.ACCEPTED,
                new SaleOptions(false, true, false),
                0);
        String pass = tokens.pass(SALE, user, new Signed(7, NOON.plusSeconds(60)));
        return await(gate.admit(
                terms, new PurchaseRequest(user, SALE, key, Optional.of(acknowledgement), pass, ""), () -> admission));
    }

    @Test
    void aUsedPassAnswersTheOrderThatThereIsAndNeverBuysAnother() {
        assertEquals(DONE, buy(BUYER, "k-1"));
        live = new OrderId(9);
        assertEquals(new Admission.Accepted(live), buy(BUYER, "k-1"), "the same request again");
        assertEquals(
                new PurchaseAnswer.Queued(live),
                buy(BUYER, "k-1", Acknowledgement.DURABLE, CompletableFuture.completedStage(DONE)));

        live = null;
        assertEquals(USED, buy(BUYER, "k-1"), "the order was cancelled");
        assertEquals(USED, buy(BUYER));
    }

    @Test
    void aPassThatBoughtBeforeItsRoomWasLostBuysNoMore() {
        assertEquals(DONE, buy(BUYER));
        bought = NOON.plusSeconds(1);
        rooms.clear();
        assertEquals(USED, buy(BUYER), "the order was cancelled");
        assertEquals(USED, buy(BUYER, "k-1"));
    }

    @Test
    void aPassThatBoughtThoughItsRequestFailedBuysNoMore() {
        CompletionStage<PurchaseAnswer> lost = CompletableFuture.failedStage(new TimedOut("no reply"));
        var _ = assertThrows(TimedOut.class, () -> buy(BUYER, "", Acknowledgement.ACCEPTED, lost));
        bought = NOON.plusSeconds(1);
        assertEquals(USED, buy(BUYER, "k-2"), "the order was cancelled");
    }

    @Test
    void anOrderFromBeforeTheTurnWasNotBoughtWithIt() {
        bought = NOON.minusSeconds(1);
        rooms.clear();
        assertEquals(DONE, buy(BUYER));
    }

    /** The clock of this node says nothing of a pass: that of the room made it. */
    @Test
    void aPassThatEndedIsMissing() {
        clock.advance(Duration.ofSeconds(61));
        assertEquals(new NoPass(NoPass.Reason.MISSING), buy(BUYER));
    }

    @Test
    void aPassOfALostRoomCountsUnlessItIsRevoked() {
        UserId revoked = new UserId(1);
        UserId other = new UserId(2);
        await(records.revoke(SALE, revoked));
        assertEquals(new NoPass(NoPass.Reason.REVOKED), buy(revoked));
        rooms.clear();
        assertEquals(DONE, buy(other));
        assertEquals(USED, buy(other));
    }

    @Test
    void aLostRoomKnowsEachRevokedTicketWhenItIsOpenedAgain() {
        for (long user = 1; user <= 10_001; user++) {
            await(records.revoke(SALE, new UserId(user)));
        }

        assertEquals(new NoPass(NoPass.Reason.REVOKED), buy(new UserId(10_001)));
    }
}
