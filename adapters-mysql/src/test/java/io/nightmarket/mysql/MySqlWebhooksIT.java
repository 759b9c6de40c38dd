package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.WebhooksContract;
import io.nightmarket.domain.order.outbox.OrderOutbox;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.outbox.Webhooks;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Webhooks, and the events that they are sent. */
final class MySqlWebhooksIT extends WebhooksContract {
    private static final long FIRST = 8_000_000_000L;
    private static final long ORDER = 8_000_000_001L;

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private final OrderOutbox outbox = MYSQL.adapters().orderOutbox();

    @Override
    protected Webhooks webhooks() {
        return MYSQL.adapters().webhooks();
    }

    private static void event(long number, String age) {
        long _ = MySqlFixture.execute(
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
        long _ = MySqlFixture.execute("INSERT INTO tb_voucher_order (id, user_id, voucher_id) VALUES (?, 8, 9)", ORDER);
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
        long _ = MySqlFixture.execute("DELETE FROM order_event WHERE order_id = ?", ORDER);
    }

    @Test
    void whatStaffDoesIsInTheAuditTrail() {
        Webhook added = await(webhooks().add(ACTION, "https://a.example.com/", new Webhook.Secret("AQ=="), 5))
                .orElseThrow();
        assertTrue(await(webhooks().moveCursor(ACTION, added.id(), 7)));
        assertEquals(
                1,
                MySqlFixture.number(
                        "SELECT COUNT(*) FROM audit_event WHERE actor = ? AND outcome = 'OK'"
                                + " AND before_change = 'https://a.example.com/ after 5'"
                                + " AND after_change = 'https://a.example.com/ after 7'",
                        ACTION.actor().value()));
    }
}
