package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.order.outbox.OrderOutbox;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.mysql.order.outbox.MySqlOrderOutbox;
import io.nightmarket.testkit.SiteDatabase;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Events with gaps, in a database where no other test writes any. */
final class MySqlOrderOutboxIT {
    private static final long FIRST = 8_000_000_000L;
    private static final long ORDER = 8_000_000_001L;

    @AutoClose
    private final OneConnection connection = OneConnection.migrated(SiteDatabase.ofASite());

    private final SiteDatabase site = connection.site;
    private final OrderOutbox outbox = new MySqlOrderOutbox(connection.database);

    private void event(long number, String age) {
        site.run(
                "INSERT INTO order_event (id, order_id, kind, happened_at, user_id, written_at) VALUES (?, ?, 'PAID', NOW(3) - INTERVAL 1 HOUR, 8, NOW(3) - INTERVAL "
                        + age + ")",
                FIRST + number,
                ORDER);
    }

    private List<Long> after(long number, int max) {
        return await(outbox.after(FIRST + number, max)).stream()
                .map(event -> event.id() - FIRST)
                .toList();
    }

    @Test
    void aGapIsPassedOnceWhatFollowsItIsOldEnough() {
        site.run("INSERT INTO tb_voucher_order (id, user_id, voucher_id) VALUES (?, 8, 9)", ORDER);
        event(1, "1 SECOND");
        event(2, "1 SECOND");
        event(4, "11 SECOND");
        event(5, "1 SECOND");
        assertEquals(List.of(1L, 2L, 4L, 5L), after(0, 10));
        assertEquals(List.of(1L, 2L), after(0, 2));
        event(7, "1 SECOND");
        assertEquals(List.of(1L, 2L, 4L, 5L), after(0, 10), "event 6 may still be committed");
        event(6, "0 SECOND");
        assertEquals(List.of(1L, 2L, 4L, 5L, 6L, 7L), after(0, 10));
        assertEquals(List.of(), after(7, 10));
        assertEquals(FIRST + 7, await(outbox.last()));
        OutgoingEvent first = await(outbox.after(FIRST, 1)).getFirst();
        assertEquals(ORDER, first.order().value());
        assertEquals(9, first.voucher().value());
        assertEquals(8, first.buyer().value());
    }
}
