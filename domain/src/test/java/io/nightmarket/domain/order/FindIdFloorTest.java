package io.nightmarket.domain.order;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.id.IdLayout;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class FindIdFloorTest {
    private static final Instant NOON = Instant.parse("2026-06-18T12:00:00Z");

    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final FindIdFloor floor = new FindIdFloor(ledger, new ManualClock(NOON));

    private void plant(long id) {
        ledger.plantOrder(new OrderId(id), new UserId(1), new VoucherId(1), NOON);
    }

    @Test
    void withoutOrdersThereIsNoFloorToSpeakOf() {
        assertEquals(IdLayout.EPOCH, await(floor.find()));
    }

    @Test
    void theFloorIsTheSecondAfterTheLargestId() {
        plant(IdLayout.compose(NOON.plus(Duration.ofHours(8)), 77));
        plant(IdLayout.compose(NOON, 99));
        assertEquals(NOON.plus(Duration.ofHours(8)).plusSeconds(1), await(floor.find()));
    }

    @Test
    void idsOfTheEasternmostZoneCount() {
        plant(IdLayout.compose(NOON.plus(Duration.ofHours(14)), 1));
        assertEquals(NOON.plus(Duration.ofHours(14)).plusSeconds(1), await(floor.find()));
    }

    @Test
    void idsThatNoClockMadeDoNotCount() {
        plant(12);
        plant(IdLayout.compose(NOON.plus(Duration.ofHours(16)), 1));
        plant(Long.MAX_VALUE);
        assertEquals(IdLayout.EPOCH.plusSeconds(1), await(floor.find()));
    }
}
