package io.nightmarket.domain.order.outbox;

import io.nightmarket.domain.audit.StaffAction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Addresses for events, with their cursors. Fails with {@code Unavailable} or {@code TimedOut}; asking again is safe. */
public interface Webhooks {
    /** Each has a message under way at most. */
    int MAX = 20;

    /** Those of the site, by id. */
    CompletionStage<List<Webhook>> list();

    /** Those whose next try is due, by the database's clock. */
    CompletionStage<List<Webhook>> due();

    /** Adds one, with its audit entry in one transaction; empty when there are {@link #MAX}. */
    CompletionStage<Optional<Webhook>> add(StaffAction action, String url, Webhook.Secret secret, long cursor);

    /** Removes one, with its audit entry in one transaction; false when there is none. */
    CompletionStage<Boolean> remove(StaffAction action, long id);

    /** Skips events, or sets the cursor back; the next try is due at once. With its audit entry in one transaction; false when there is none. */
    CompletionStage<Boolean> moveCursor(StaffAction action, long id, long cursor);

    /** Writes down where the message under way ends, before it is sent; false when the cursor is another by now. */
    CompletionStage<Boolean> begin(Webhook webhook, long batchEnd);

    /** Moves the cursor to the end of the message that was taken, unless it is another than {@code webhook}'s by now. */
    CompletionStage<Void> delivered(Webhook webhook, long batchEnd);

    /** Notes a failure: the next try is due after the pause. */
    CompletionStage<Void> failed(Webhook webhook, String error, Duration pause);
}
