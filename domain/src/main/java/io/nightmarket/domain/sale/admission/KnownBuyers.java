package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.KeyHash;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * A set of buyers that may hold one too many, and never one too few: Bloom filters (B. H. Bloom, Space/Time Trade-offs in
 * Hash Coding, 1970; the hashes from two as A. Kirsch and M. Mitzenmacher, Less Hashing, Same Performance, 2006). Up to
 * its size about one stranger in a hundred passes for a buyer; beyond it, one more for each time the number doubles (P. S.
 * Almeida and others, Scalable Bloom Filters, 2007). Safe for use by several threads.
 */
final class KnownBuyers {
    private static final int BITS_EACH = 10;
    private static final int HASHES = 7;
    private static final long FEWEST = 1_024;
    /** The most bits of a filter; with more buyers, more strangers pass, who only ask. */
    private static final long MOST = 1L << 26;

    /** A full filter gets no more buyers. */
    private volatile List<Filter> filters;

    private static final class Filter {
        private final AtomicLongArray words;
        private final long mask;
        private final LongAdder buyers = new LongAdder();

        Filter(long bits) {
            this.words = new AtomicLongArray(Math.toIntExact(bits / Long.SIZE));
            this.mask = bits - 1;
        }

        long bits() {
            return mask + 1;
        }

        boolean isFull() {
            return buyers.sum() >= bits() / BITS_EACH;
        }

        void add(long hash) {
            long step = step(hash);
            for (int i = 0; i < HASHES; i++) {
                long bit = (hash + i * step) & mask;
                long _ = words.getAndAccumulate(word(bit), 1L << bit, (old, flag) -> old | flag);
            }
            buyers.increment();
        }

        boolean mayContain(long hash) {
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

    /** @param size the number of buyers expected */
    KnownBuyers(long size) {
        long bits = Long.highestOneBit(Math.clamp(size, FEWEST, MOST / BITS_EACH) * BITS_EACH - 1) << 1;
        this.filters = List.of(new Filter(bits));
    }

    void add(UserId buyer) {
        long hash = KeyHash.mix(buyer.value());
        if (!mayContain(hash)) {
            Filter last = filters.getLast();
            (last.isFull() && last.bits() < MOST ? grown() : last).add(hash);
        }
    }

    private synchronized Filter grown() {
        Filter last = filters.getLast();
        if (!last.isFull()) {
            return last;
        }
        Filter next = new Filter(2 * last.bits());
        filters = Stream.concat(filters.stream(), Stream.of(next)).toList();
        return next;
    }

    boolean mayContain(UserId buyer) {
        return mayContain(KeyHash.mix(buyer.value()));
    }

    private boolean mayContain(long hash) {
        for (Filter filter : filters) {
            if (filter.mayContain(hash)) {
                return true;
            }
        }
        return false;
    }
}
