package io.nightmarket.redis.lock;

import io.nightmarket.domain.lock.PermitStore;
import java.util.List;

/**
 * The mode in which a key is locked. All users of a key use modes of one kind.
 *
 * @param kind the kind of lock; kinds have different keys
 * @param weight units that a holder takes
 * @param units units that the key has
 */
public record LockMode(String kind, int weight, int units) {
    /** The most holders of a key of any kind: every request looks at all of them. */
    public static final int MAX_HOLDERS = PermitStore.MAX_PERMITS;

    /** All kinds. */
    static final List<String> KINDS = List.of("lock", "rw", "permits");

    static final String PERMITS = "permits";

    /** One holder. */
    public static final LockMode LOCK = new LockMode("lock", 1, 1);

    /** One of many readers, while there is no writer. */
    public static final LockMode READ = new LockMode("rw", 1, MAX_HOLDERS);

    /** The one writer, while there is no reader. */
    public static final LockMode WRITE = new LockMode("rw", MAX_HOLDERS, MAX_HOLDERS);

    /** Some of a number of permits. */
    static LockMode permits(int weight, int units) {
        return new LockMode(PERMITS, weight, units);
    }
}
