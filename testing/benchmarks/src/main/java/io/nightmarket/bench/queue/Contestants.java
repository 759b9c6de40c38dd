package io.nightmarket.bench.queue;

import io.nightmarket.bench.server.Servers;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.testkit.Waiting;
import io.nightmarket.testnode.OnLoop;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Who takes part. */
final class Contestants implements AutoCloseable {
    private static final int POOL = 16;
    private static final int SUBSCRIBERS = 64;

    private final MySqlAdapters mysql;
    private final Redis plain;
    private final Contestant list;
    private final List<Contestant> all;

    Contestants(Servers servers) throws IOException {
        MySqlConfig config = new MySqlConfig(servers.mysqlUri(), POOL, OnLoop.TIMEOUT, OnLoop.TIMEOUT, OnLoop.TIMEOUT);
        MySqlSchema.migrate(config);
        this.mysql = MySqlAdapters.create(servers.vertx(), config);
        this.plain = Redis.createClient(
                servers.vertx(),
                new RedisOptions().setConnectionString(servers.redisUri()).setMaxPoolSize(SUBSCRIBERS));
        this.list = list(new ListEnds(plain));
        this.all = List.of(
                memory(new MemoryEnds(Trial.BOUND)),
                list,
                pubSub(new PubSubEnds(plain)),
                ours(
                        "Redis stream (ours)",
                        "redis",
                        new OrderQueueEnds(servers.connect(OnLoop.patient(servers.redisUri(), Trial.BOUND))
                                .redis()
                                .orderQueue())),
                ours("MySQL tables (ours)", "mariadb", new OrderQueueEnds(mysql.orderQueue(Trial.BOUND))));
    }

    private static Contestant memory(MemoryEnds ends) {
        Set<Clause> breaks = Set.of(Clause.ATOMIC_ADMISSION, Clause.AT_LEAST_ONCE, Clause.REPLAY, Clause.DURABILITY);
        return new Contestant("a bounded queue in memory", breaks, "", ends::feed, ends::consumer);
    }

    private static Contestant list(ListEnds ends) {
        Set<Clause> breaks = Set.of(Clause.ATOMIC_ADMISSION, Clause.AT_LEAST_ONCE, Clause.REPLAY, Clause.BOUNDED);
        return new Contestant(
                "a list of Redis, without a processing list", breaks, "redis", ends::feed, ends::consumer);
    }

    private static Contestant pubSub(PubSubEnds ends) {
        Set<Clause> breaks =
                Set.of(Clause.ATOMIC_ADMISSION, Clause.AT_LEAST_ONCE, Clause.REPLAY, Clause.DURABILITY, Clause.BOUNDED);
        return new Contestant("pub/sub of Redis", breaks, "redis", ends::feed, ends::consumer);
    }

    private static Contestant ours(String name, String holder, OrderQueueEnds ends) {
        return new Contestant(name, Set.of(), holder, ends::feed, ends::consumer);
    }

    List<Contestant> all() {
        return all;
    }

    /** Whose rate the others' are divided by. */
    Contestant peer() {
        return list;
    }

    @Override
    public void close() throws IOException {
        plain.close();
        var _ = Waiting.await(mysql.close().thenApply(_ -> true));
    }
}
