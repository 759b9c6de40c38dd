package io.nightmarket.domain.flashsale;

/**
 * A shard: the sales that share one stream of orders and one writer. A sale stays on the shard that it was made on.
 */
public record Shard(int number) {
    /** Where sales are made now. */
    public static final Shard FIRST = new Shard(1);

    public Shard {
        if (number <= 0) {
            throw new IllegalArgumentException("shards count from 1: " + number);
        }
    }
}
