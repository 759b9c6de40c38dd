package io.nightmarket.http.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Uploads that are under way for long. */
final class UploadSlotsTest {
    private final UploadSlots slots = new UploadSlots();
    private final List<CompletableFuture<String>> begun = new ArrayList<>();

    private CompletableFuture<String> upload(long user) {
        return slots.run(new UserId(user), () -> {
                    CompletableFuture<String> file = new CompletableFuture<>();
                    begun.add(file);
                    return file;
                })
                .toCompletableFuture();
    }

    @Test
    void aUserHasTwoSlotsAndOthersTheirOwn() {
        CompletableFuture<String> first = upload(1);
        CompletableFuture<String> second = upload(1);
        assertTrue(upload(1).isCompletedExceptionally());
        assertFalse(upload(2).isDone());
        assertEquals(3, begun.size());

        assertTrue(begun.getFirst().complete("name"));
        assertEquals("name", first.join());
        assertFalse(second.isDone());
        assertFalse(upload(1).isDone());
        assertEquals(4, begun.size());
    }

    @Test
    void allUsersTogetherHaveSixteenSlots() {
        for (int user = 1; user <= 16; user++) {
            assertFalse(upload(user).isDone());
        }
        assertTrue(upload(17).isCompletedExceptionally());
        assertTrue(begun.getFirst().completeExceptionally(new IllegalStateException("as planned")));
        assertFalse(upload(17).isDone());
    }
}
