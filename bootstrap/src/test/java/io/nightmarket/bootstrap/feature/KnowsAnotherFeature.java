package io.nightmarket.bootstrap.feature;

/** Breaks a rule on purpose: a feature that uses another one. */
public final class KnowsAnotherFeature {
    private final IdFeature other;

    KnowsAnotherFeature(IdFeature other) {
        this.other = other;
    }

    String other() {
        return other.toString();
    }
}
