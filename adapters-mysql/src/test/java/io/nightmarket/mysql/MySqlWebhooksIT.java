package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.WebhooksContract;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.outbox.Webhooks;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlWebhooksIT extends WebhooksContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected Webhooks webhooks() {
        return MYSQL.adapters().webhooks();
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
