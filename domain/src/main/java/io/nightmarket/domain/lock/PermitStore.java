package io.nightmarket.domain.lock;

import java.util.concurrent.CompletionStage;

/** Keeps the permits of semaphores. Calls may be repeated, and fail as those of {@link LeaseStore} do. */
public interface PermitStore {
    /** The most permits of a key. */
    int MAX_PERMITS = 1_000;

    /** A view that takes this number of permits of a key at once, all or none. */
    LeaseStore leases(int permits);

    /** The number of permits of the key, and how many of them are free. */
    CompletionStage<Permits> count(String key);

    /**
     * Sets the number of permits of the key, for all nodes, until it is set again. Fewer than are held take none away: none
     * is granted until enough are released. More wake waiters.
     */
    CompletionStage<Void> change(String key, int total);

    /**
     * The permits of a key.
     *
     * @param total the permits that the key has
     * @param available permits without a holder; below zero while more are held than there are
     */
    record Permits(int total, int available) {}
}
