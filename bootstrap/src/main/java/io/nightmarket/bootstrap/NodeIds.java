package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.domain.id.FlooredClock;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.domain.order.FindIdFloor;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import java.time.Clock;
import java.util.concurrent.CompletionStage;

/** Where this node's ids come from. */
public final class NodeIds {
    private static final int SEGMENT = 10_000;
    private static final int STRIDE = 1_000_000;

    private final AppConfig.Adapters.Ids adapter;
    private final MySqlAdapters mysql;
    private final Clock wallClock;
    private volatile Clock clock;

    NodeIds(AppConfig.Adapters.Ids adapter, MySqlAdapters mysql, Clock wallClock) {
        this.adapter = adapter;
        this.mysql = mysql;
        this.wallClock = wallClock;
        this.clock = wallClock;
    }

    /** From here on new ids are above those of the orders in the database. */
    public CompletionStage<Void> raise() {
        return new FindIdFloor(mysql.orders(), wallClock)
                .find()
                .thenAccept(floor -> clock = new FlooredClock(wallClock, floor));
    }

    /** The clock that ids contain. */
    public Clock clock() {
        return clock;
    }

    /** A generator with segments of its own, for one event loop. */
    public IdGenerator generator(RedisAdapters redis) {
        return new SegmentIdGenerator(segments(redis), clock, SEGMENT);
    }

    /** The strides are runs of the granting store too, so either way may be taken after the other. */
    public IdSegments segments(RedisAdapters redis) {
        return switch (adapter) {
            case REDIS -> redis.idSegments(mysql.idSegments(), STRIDE);
            case MYSQL -> mysql.idSegments();
        };
    }
}
