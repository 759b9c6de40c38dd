package io.nightmarket.domain.sale;

/**
 * The time of a shard from one rebuilding of its queue to the next. The database says which one it is; a queue that is
 * of another admits no buyers, whatever it holds.
 *
 * @param number grows with each rebuilding; 0 before the first
 */
public record Epoch(Shard shard, long number) {
    public Epoch {
        if (number < 0) {
            throw new IllegalArgumentException("epochs count from 0: " + number);
        }
    }
}
