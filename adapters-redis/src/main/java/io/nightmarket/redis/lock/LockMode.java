package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.PermitStore;
import java.util.List;

/**
 * How a key is shared. All who use a key use it in one of these ways that belong together.
 *
 * @param kind keeps the keys of ways that don't belong together apart
 * @param weight units that a holder takes
 * @param units units that the key has
 */
public record LockMode(String kind, int weight, int units) {
    /** The most holders of a key, whatever their kind: every request looks at all of them. */
    public static final int MOST_HOLDERS = PermitStore.MAX_PERMITS;

    /** The kinds that there are. */
    static final List<String> KINDS = List.of("lock", "rw", "permits");

    static final String PERMITS = "permits";

    /** One holder. */
    public static final LockMode LOCK = new LockMode("lock", 1, 1);

    /** One of many readers, while there is no writer. */
    public static final LockMode READ = new LockMode("rw", 1, MOST_HOLDERS);

    /** The one writer, while there is no reader. */
    public static final LockMode WRITE = new LockMode("rw", MOST_HOLDERS, MOST_HOLDERS);

    /** Some of a number of permits. */
    static LockMode permits(int weight, int units) {
        return new LockMode(PERMITS, weight, units);
    }
}
