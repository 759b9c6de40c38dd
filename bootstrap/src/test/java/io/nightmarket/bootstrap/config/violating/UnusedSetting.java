package io.nightmarket.bootstrap.config.violating;

/** Breaks a rule on purpose: of four settings two have no effect. */
public record UnusedSetting(int poolSize, int timeout, int checked, int unused) {
    public UnusedSetting {
        if (unused < 0) {
            throw new IllegalArgumentException("a check has no effect on what is wired");
        }
    }

    /** Called by nothing outside of the configuration's package. */
    boolean isPositive() {
        return checked > 0;
    }
}
