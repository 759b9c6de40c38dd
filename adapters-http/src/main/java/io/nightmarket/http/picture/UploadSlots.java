package io.nightmarket.http.picture;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.failure.Unavailable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Uploads under way, each with a file in memory, of all users and of each. One for all verticles of a node. */
final class UploadSlots {
    private static final int OF_ALL = 16;
    private static final int OF_USER = 2;

    private final Bulkhead all = new Bulkhead(OF_ALL, 0);
    private final Map<UserId, Integer> users = new ConcurrentHashMap<>();

    /** The outcome of the upload, which begins at once; fails with {@code Unavailable} when no slot is free. */
    <T> CompletionStage<T> run(UserId user, Supplier<CompletionStage<T>> upload) {
        if (users.merge(user, 1, Integer::sum) > OF_USER) {
            leave(user);
            return tooMany();
        }
        return all.runIfFree(upload).orElseGet(UploadSlots::tooMany).whenComplete((_, _) -> leave(user));
    }

    private void leave(UserId user) {
        users.computeIfPresent(user, (_, uploads) -> uploads == 1 ? null : uploads - 1);
    }

    private static <T> CompletionStage<T> tooMany() {
        return CompletableFuture.failedStage(new Unavailable("too many uploads are under way"));
    }
}
