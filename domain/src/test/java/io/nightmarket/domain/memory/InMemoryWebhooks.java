package io.nightmarket.domain.memory;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.outbox.Webhook;
import io.nightmarket.domain.order.outbox.Webhooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

public final class InMemoryWebhooks implements Webhooks {
    private final Map<Long, Webhook> webhooks = new TreeMap<>();
    private final Map<Long, Instant> nextTries = new HashMap<>();
    private final Clock clock;
    private long last;

    public InMemoryWebhooks(Clock clock) {
        this.clock = clock;
    }

    private synchronized void put(Webhook webhook, Instant nextTry) {
        webhooks.put(webhook.id(), webhook);
        nextTries.put(webhook.id(), nextTry);
    }

    private static Webhook at(Webhook webhook, long cursor) {
        return new Webhook(
                webhook.id(),
                webhook.url(),
                webhook.secret(),
                cursor,
                OptionalLong.empty(),
                0,
                Optional.empty(),
                Optional.empty());
    }

    private Optional<Webhook> unchanged(Webhook webhook) {
        return Optional.ofNullable(webhooks.get(webhook.id())).filter(now -> now.cursor() == webhook.cursor());
    }

    @Override
    public synchronized CompletionStage<List<Webhook>> list() {
        return CompletableFuture.completedStage(List.copyOf(webhooks.values()));
    }

    @Override
    public synchronized CompletionStage<List<Webhook>> due() {
        return CompletableFuture.completedStage(webhooks.values().stream()
                .filter(webhook -> !clock.instant().isBefore(nextTries.get(webhook.id())))
                .toList());
    }

    @Override
    public synchronized CompletionStage<Optional<Webhook>> add(
            StaffAction action, String url, Webhook.Secret secret, long cursor) {
        if (webhooks.size() >= MAX) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        Webhook added =
                new Webhook(++last, url, secret, cursor, OptionalLong.empty(), 0, Optional.empty(), Optional.empty());
        put(added, clock.instant());
        return CompletableFuture.completedStage(Optional.of(added));
    }

    @Override
    public synchronized CompletionStage<Boolean> remove(StaffAction action, long id) {
        return CompletableFuture.completedStage(webhooks.remove(id) != null);
    }

    @Override
    public synchronized CompletionStage<Boolean> moveCursor(StaffAction action, long id, long cursor) {
        Optional<Webhook> found = Optional.ofNullable(webhooks.get(id));
        found.ifPresent(webhook -> put(at(webhook, cursor), clock.instant()));
        return CompletableFuture.completedStage(found.isPresent());
    }

    @Override
    public synchronized CompletionStage<Boolean> begin(Webhook webhook, long batchEnd) {
        Optional<Webhook> now = unchanged(webhook);
        now.ifPresent(found -> put(
                new Webhook(
                        found.id(),
                        found.url(),
                        found.secret(),
                        found.cursor(),
                        OptionalLong.of(batchEnd),
                        found.failures(),
                        found.failingSince(),
                        found.lastError()),
                clock.instant()));
        return CompletableFuture.completedStage(now.isPresent());
    }

    @Override
    public synchronized CompletionStage<Void> delivered(Webhook webhook, long batchEnd) {
        unchanged(webhook).ifPresent(found -> put(at(found, batchEnd), clock.instant()));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> failed(Webhook webhook, String error, Duration pause) {
        unchanged(webhook)
                .ifPresent(found -> put(
                        new Webhook(
                                found.id(),
                                found.url(),
                                found.secret(),
                                found.cursor(),
                                found.batchEnd(),
                                found.failures() + 1,
                                Optional.of(found.failingSince().orElse(clock.instant())),
                                Optional.of(error)),
                        clock.instant().plus(pause)));
        return CompletableFuture.completedStage(null);
    }
}
