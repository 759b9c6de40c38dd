package io.nightmarket.chaos.check;

import java.util.List;

/**
 * A promise that was broken.
 *
 * @param rule which one
 * @param what in a sentence
 * @param story what concerns it in order of time, and what Redis and MySQL hold of it
 */
public record Violation(String rule, String what, List<String> story) {
    public Violation {
        story = List.copyOf(story);
    }

    @Override
    public String toString() {
        return "VIOLATION of " + rule + ": " + what + (story.isEmpty() ? "" : "\n    " + String.join("\n    ", story));
    }
}
