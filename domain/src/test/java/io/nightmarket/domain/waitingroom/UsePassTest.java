package io.nightmarket.domain.waitingroom;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryWaitingRooms;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.admission.PurchaseAnswer;
import io.nightmarket.domain.sale.admission.PurchaseAnswer.NoPass;
import io.nightmarket.domain.voucher.SaleOptions;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.domain.waitingroom.RoomTokens.Signed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class UsePassTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final VoucherId SALE = new VoucherId(1);
    private static final PurchaseAnswer DONE = new PurchaseAnswer.Settled(new OrderId(9));

    private final ManualClock clock = new ManualClock(NOON);
    private final RoomTokens tokens =
            new RoomTokens(new BuyerSignatures("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));
    private final RoomRecords records = new InMemoryLedger(_ -> true, clock).roomRecords();
    private final InMemoryWaitingRooms rooms = new InMemoryWaitingRooms(clock);
    private final UsePass gate = new UsePass(rooms, records, tokens, clock);

    private PurchaseAnswer buy(UserId user) {
        SaleTerms terms = new SaleTerms(
                Shard.FIRST,
                new SaleWindow(NOON, NOON.plusSeconds(3_600)),
                1,
                Acknowledgement.ACCEPTED,
                new SaleOptions(false, true, false));
        String pass = tokens.pass(SALE, user, new Signed(7, NOON.plusSeconds(60)));
        return await(gate.admit(
                terms,
                new PurchaseRequest(user, SALE, "", Optional.empty(), pass, ""),
                () -> CompletableFuture.completedStage(DONE)));
    }

    @Test
    void aPassOfALostRoomCountsUnlessItIsRevoked() {
        UserId revoked = new UserId(1);
        UserId other = new UserId(2);
        await(records.revoke(SALE, revoked));
        assertEquals(new NoPass(NoPass.Reason.REVOKED), buy(revoked));
        rooms.clear();
        assertEquals(DONE, buy(other));
        assertEquals(new NoPass(NoPass.Reason.USED), buy(other));
    }

    @Test
    void aLostRoomKnowsEachRevokedTicketWhenItIsOpenedAgain() {
        for (long user = 1; user <= 10_001; user++) {
            await(records.revoke(SALE, new UserId(user)));
        }

        assertEquals(new NoPass(NoPass.Reason.REVOKED), buy(new UserId(10_001)));
    }
}
