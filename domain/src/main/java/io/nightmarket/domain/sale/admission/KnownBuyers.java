package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.KeyHash;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of buyers that may hold one too many, and never one too few: a Bloom filter (B. H. Bloom, Space/Time Trade-offs in
 * Hash Coding, 1970; the hashes from two as A. Kirsch and M. Mitzenmacher, Less Hashing, Same Performance, 2006). Up to
 * its size about one stranger in a hundred passes for a buyer. Safe for use by several threads.
 */
final class KnownBuyers {
    private static final int BITS_EACH = 10;
    private static final int HASHES = 7;
    private static final long FEWEST = 1_024;
    /** Of bits; with more buyers, more strangers pass, who only ask. */
    private static final long MOST = 1L << 26;

    private final AtomicLongArray words;
    private final long mask;

    /** @param size the number of buyers expected */
    KnownBuyers(long size) {
        long bits = Long.highestOneBit(Math.clamp(size, FEWEST, MOST / BITS_EACH) * BITS_EACH - 1) << 1;
        this.words = new AtomicLongArray(Math.toIntExact(bits / Long.SIZE));
        this.mask = bits - 1;
    }

    void add(UserId buyer) {
        long hash = KeyHash.mix(buyer.value());
        long step = step(hash);
        for (int i = 0; i < HASHES; i++) {
            long bit = (hash + i * step) & mask;
            long _ = words.getAndAccumulate(word(bit), 1L << bit, (old, flag) -> old | flag);
        }
    }

    boolean mayContain(UserId buyer) {
        long hash = KeyHash.mix(buyer.value());
        long step = step(hash);
        for (int i = 0; i < HASHES; i++) {
            long bit = (hash + i * step) & mask;
            if ((words.get(word(bit)) & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int word(long bit) {
        return (int) (bit / Long.SIZE);
    }

    /** Odd, so that it visits every place of a table whose size is a power of two. */
    private static long step(long hash) {
        return Long.rotateLeft(hash, Integer.SIZE) | 1;
    }
}
