package io.nightmarket.domain.order.outbox;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.contract.WebhooksContract;
import io.nightmarket.domain.memory.InMemoryOutbox;
import io.nightmarket.domain.memory.InMemoryWebhooks;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class DeliverEventsTest {
    private static final StaffAction ACTION = new StaffAction(new UserId(1), "", "addWebhook", "", "");
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private record Message(String url, long first, long last) {}

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final InMemoryOutbox outbox = new InMemoryOutbox();
    private final InMemoryWebhooks webhooks = new InMemoryWebhooks(clock);
    private long now;
    private final List<Message> taken = new ArrayList<>();
    private final List<Message> sent = new ArrayList<>();
    private final Set<String> down = new HashSet<>();
    private final DeliverEvents deliver =
            new DeliverEvents(outbox, webhooks, this::send, new Random(1), () -> now, _ -> {});

    private CompletionStage<Void> send(Webhook webhook, List<OutgoingEvent> events) {
        Message message = new Message(
                webhook.url(), events.getFirst().id(), events.getLast().id());
        sent.add(message);
        if (down.contains(webhook.url())) {
            return CompletableFuture.failedStage(new IllegalStateException("status 500"));
        }
        taken.add(message);
        return CompletableFuture.completedStage(null);
    }

    private Webhook add(String url) {
        return await(webhooks.add(ACTION, url, new Webhook.Secret("AQ=="), 0)).orElseThrow();
    }

    private List<Long> eventsTakenBy(String url) {
        return taken.stream()
                .filter(message -> message.url().equals(url))
                .flatMap(message ->
                        LongStream.rangeClosed(message.first(), message.last()).boxed())
                .toList();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void allEventsAreSentInTheirOrder() {
        Webhook _ = add("a");
        outbox.add(250);
        await(deliver.iterate());
        assertEquals(upTo(250), eventsTakenBy("a"));
        await(deliver.iterate());
        assertEquals(3, sent.size(), "nothing is new");
        outbox.add(1);
        await(deliver.iterate());
        assertEquals(upTo(251), eventsTakenBy("a"));
    }

    @Test
    void aMessageThatIsNotTakenHoldsBackThoseAfterItAndIsRepeatedAsItWas() {
        Webhook _ = add("a");
        down.add("a");
        outbox.add(5);
        await(deliver.iterate());
        outbox.add(200);
        await(deliver.iterate());
        assertEquals(1, sent.size(), "the pause is not over");

        clock.advance(LONGEST_PAUSE);
        down.clear();
        await(deliver.iterate());
        assertEquals(new Message("a", 1, 5), sent.get(1));
        assertEquals(upTo(205), eventsTakenBy("a"));
    }

    @Test
    void pausesGrowUpToAMaximum() {
        Webhook added = add("a");
        down.add("a");
        outbox.add(1);
        for (int i = 1; i <= 30; i++) {
            await(deliver.iterate());
            assertEquals(i, sent.size());
            clock.advance(LONGEST_PAUSE);
        }
        assertTrue(await(webhooks.list()).getFirst().failingSince().isPresent());
        assertEquals(30, await(webhooks.list()).getFirst().failures());
        assertEquals(added.id(), await(webhooks.due()).getFirst().id());
    }

    @Test
    void anAddressThatFailsHoldsBackNoOther() {
        Webhook _ = add("a");
        Webhook _ = add("b");
        down.add("a");
        outbox.add(3);
        await(deliver.iterate());
        assertEquals(List.of(), eventsTakenBy("a"));
        assertEquals(upTo(3), eventsTakenBy("b"));
    }

    /** Others wait for the end of an iteration. */
    @Test
    void aSlowAddressEndsItsIteration() {
        Webhook _ = add("slow");
        outbox.add(300);
        DeliverEvents slow = new DeliverEvents(
                outbox,
                webhooks,
                (webhook, events) -> {
                    now += Duration.ofSeconds(4).toNanos();
                    return send(webhook, events);
                },
                new Random(1),
                () -> now,
                _ -> {});
        await(slow.iterate());
        assertEquals(1, sent.size());
        await(slow.iterate());
        assertEquals(upTo(200), eventsTakenBy("slow"));
    }

    @Test
    void aCursorThatIsMovedMeanwhileCounts() {
        Webhook moved = add("a");
        outbox.add(150);
        DeliverEvents moving = new DeliverEvents(
                outbox,
                webhooks,
                (webhook, events) -> {
                    if (events.getFirst().id() == 1) {
                        assertTrue(await(webhooks.moveCursor(ACTION, moved.id(), 140)));
                    }
                    return send(webhook, events);
                },
                new Random(1),
                () -> now,
                _ -> {});
        await(moving.iterate());
        await(moving.iterate());
        assertEquals(new Message("a", 141, 150), taken.getLast());
        assertEquals(2, taken.size());
    }

    @Nested
    final class InMemory extends WebhooksContract {
        @Override
        protected Webhooks webhooks() {
            return webhooks;
        }
    }
}
