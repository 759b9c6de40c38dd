package io.nightmarket.domain.sale;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A shard: the sales that share one stream of orders and one writer. A sale stays on the shard that it was made on.
 */
public record Shard(int number) {
    public static final Shard FIRST = new Shard(1);

    public Shard {
        if (number <= 0) {
            throw new IllegalArgumentException("shards count from 1: " + number);
        }
    }

    /** The first shards, this number of them. */
    public static List<Shard> first(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Shard::new).toList();
    }
}
