package io.nightmarket.domain.id;

import java.util.concurrent.CompletionStage;

/** Makes ids that are positive, unique over all nodes for all time, and roughly ascending. */
@FunctionalInterface
public interface IdGenerator {
    /** The next id. Fails with {@code Unavailable} rather than risk a second use. */
    CompletionStage<Long> next();
}
