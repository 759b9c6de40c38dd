package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Epoch;

/** What calls of the queue's scripts share. */
final class QueueCalls {
    private QueueCalls() {}

    static String number(Epoch epoch) {
        return Long.toString(epoch.number());
    }

    static Unavailable shardClosed() {
        return new Unavailable("the shard is closed");
    }
}
