package io.nightmarket.bootstrap.violating;

import io.nightmarket.bootstrap.config.violating.UnusedSetting;

/** Breaks rules on purpose: passes settings on to records that lose some of them. */
public final class UsesSettings {
    private UsesSettings() {}

    public record Pool(int size, int unused) {
        /** Puts in a value that no setting changes. */
        public Pool(int size) {
            this(size, 5);
        }
    }

    public record Connection(int timeout) {
        /** Puts in a value that no setting changes. */
        public static Connection usual() {
            return new Connection(5);
        }
    }

    static int wire(UnusedSetting settings) {
        Pool pool = new Pool(settings.poolSize());
        Connection connection = new Connection(settings.timeout());
        return pool.size() + connection.timeout();
    }
}
