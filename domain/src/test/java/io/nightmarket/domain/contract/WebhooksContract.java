package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.outbox.Webhooks;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public abstract class WebhooksContract {
    protected static final StaffAction ACTION =
            new StaffAction(new UserId(1010), "203.0.113.7", "addWebhook", "/admin/webhooks", "");

    private static final String URL = "https://erp.example.com/events";
    private static final Webhook.Secret SECRET = new Webhook.Secret("AQL/BA==");

    protected abstract Webhooks webhooks();

    @AfterEach
    void removeAll() {
        for (Webhook webhook : await(webhooks().list())) {
            boolean _ = await(webhooks().remove(ACTION, webhook.id()));
        }
    }

    private Webhook added() {
        return await(webhooks().add(ACTION, URL, SECRET, 10)).orElseThrow();
    }

    private Optional<Webhook> find(Webhook webhook) {
        return await(webhooks().list()).stream()
                .filter(each -> each.id() == webhook.id())
                .findFirst();
    }

    private boolean isDue(Webhook webhook) {
        return await(webhooks().due()).stream().anyMatch(each -> each.id() == webhook.id());
    }

    @Test
    void oneThatWasAddedIsDue() {
        Webhook added = added();
        assertTrue(isDue(added));
        Webhook found = find(added).orElseThrow();
        assertEquals(URL, found.url());
        assertArrayEquals(new byte[] {1, 2, (byte) 0xff, 4}, found.secret().key());
        assertEquals(10, found.cursor());
        assertEquals(0, found.failures());
        assertFalse(found.toString().contains("AQL"), found::toString);
    }

    @Test
    void aMessageIsBegunThenDelivered() {
        Webhook added = added();
        assertTrue(await(webhooks().begin(added, 15)));
        assertTrue(await(webhooks().begin(added, 15)), "repeated");
        assertEquals(OptionalLong.of(15), find(added).orElseThrow().batchEnd());

        await(webhooks().delivered(added, 15));
        Webhook delivered = find(added).orElseThrow();
        assertEquals(15, delivered.cursor());
        assertEquals(OptionalLong.empty(), delivered.batchEnd());

        assertFalse(await(webhooks().begin(added, 20)), "the cursor is another by now");
        await(webhooks().delivered(added, 20));
        assertEquals(15, find(added).orElseThrow().cursor());
    }

    @Test
    void aFailureHoldsTheNextTryBack() {
        Webhook added = added();
        assertTrue(await(webhooks().begin(added, 15)));
        await(webhooks().failed(added, "status 500", Duration.ofHours(1)));
        await(webhooks().failed(added, "status 503", Duration.ofHours(1)));

        assertFalse(isDue(added));
        Webhook failing = find(added).orElseThrow();
        assertEquals(2, failing.failures());
        assertEquals(Optional.of("status 503"), failing.lastError());
        assertTrue(failing.failingSince().isPresent());
        assertEquals(OptionalLong.of(15), failing.batchEnd());
    }

    @Test
    void anOperatorSkipsOrSetsBack() {
        Webhook added = added();
        assertTrue(await(webhooks().begin(added, 15)));
        await(webhooks().failed(added, "status 500", Duration.ofHours(1)));
        assertTrue(await(webhooks().moveCursor(ACTION, added.id(), 3)));

        assertTrue(isDue(added));
        Webhook moved = find(added).orElseThrow();
        assertEquals(3, moved.cursor());
        assertEquals(OptionalLong.empty(), moved.batchEnd());
        assertEquals(0, moved.failures());
        await(webhooks().delivered(added, 15));
        await(webhooks().failed(added, "late", Duration.ofHours(1)));
        assertEquals(moved.cursor(), find(added).orElseThrow().cursor(), "the message under way was begun before");
        assertTrue(isDue(added));
    }

    @Test
    void whatIsNotThereIsNeitherMovedNorRemoved() {
        Webhook added = added();
        assertTrue(await(webhooks().remove(ACTION, added.id())));
        assertFalse(await(webhooks().remove(ACTION, added.id())));
        assertFalse(await(webhooks().moveCursor(ACTION, added.id(), 1)));
        assertEquals(Optional.empty(), find(added));
    }

    @Test
    void theirNumberIsBounded() {
        for (int i = 0; i < Webhooks.MAX; i++) {
            assertTrue(await(webhooks().add(ACTION, URL, SECRET, 0)).isPresent());
        }
        assertEquals(Optional.empty(), await(webhooks().add(ACTION, URL, SECRET, 0)));
    }
}
