package io.nightmarket.chaos.fault;

import java.util.OptionalLong;

/** Whether a fault struck, and what it met. */
public final class Strike {
    private volatile OptionalLong free = OptionalLong.empty();

    void at(OptionalLong units) {
        free = units;
    }

    /** Free units at that moment; empty when it did not strike, or nobody could say. */
    public OptionalLong free() {
        return free;
    }
}
