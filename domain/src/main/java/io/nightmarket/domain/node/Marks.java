package io.nightmarket.domain.node;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The mark of an installation in one of its stores. */
public interface Marks {
    /** The mark that the store holds, if it has one. */
    CompletionStage<Optional<String>> find();

    /**
     * Keeps the mark, unless the store has one, and answers the one that it then has. When several callers keep one
     * at once, one mark is kept.
     */
    CompletionStage<String> keep(String mark);
}
