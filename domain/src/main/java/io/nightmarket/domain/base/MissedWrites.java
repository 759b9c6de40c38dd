package io.nightmarket.domain.base;

import java.util.concurrent.CompletionStage;

/** Is notified of writes that failed and that no caller waits for, since their loss costs only time. */
@FunctionalInterface
public interface MissedWrites {
    /**
     * Takes note. Called as often as the write fails, which is for every request while a server is away. Never throws.
     *
     * @param what was to be written, in one of a few words that don't vary with the request
     */
    void note(String what, Throwable failure);

    /** The answer, once the write has ended; one that failed is noted. */
    default <T> CompletionStage<T> answerAnyway(String what, CompletionStage<Void> write, T answer) {
        return write.handle((_, failure) -> {
            if (failure != null) {
                note(what, DomainFailure.causeOf(failure));
            }
            return answer;
        });
    }
}
