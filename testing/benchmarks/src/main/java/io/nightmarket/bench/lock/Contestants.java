package io.nightmarket.bench.lock;

import io.nightmarket.bench.server.Peer;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.testkit.Waiting;
import io.nightmarket.testnode.OnLoop;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.redisson.api.RedissonClient;

/** Who takes part, each with as many nodes, made as a node makes them. */
final class Contestants implements AutoCloseable {
    private static final int NODES = 2;

    private static final int POOL = 16;

    private final List<OnLoop> loops = new ArrayList<>();
    private final List<MySqlAdapters> databases = new ArrayList<>();
    private final List<RedissonClient> clients = new ArrayList<>();
    private final Servers servers;

    Contestants(Servers servers) throws IOException {
        this.servers = servers;
        MySqlConfig mysql = new MySqlConfig(servers.mysqlUri(), POOL, OnLoop.TIMEOUT, OnLoop.TIMEOUT, OnLoop.TIMEOUT);
        MySqlSchema.migrate(mysql);
        for (int i = 0; i < NODES; i++) {
            loops.add(servers.connect());
            databases.add(MySqlAdapters.create(servers.vertx(), mysql));
            clients.add(Peer.connect(servers.vertx(), servers.redisUri()));
        }
    }

    Contestant ours() {
        return ours("Night Market on Redis", node -> loops.get(node).redis().leases());
    }

    Contestant oursOnRows() {
        return ours("Night Market on MySQL rows", node -> databases.get(node).leases());
    }

    Contestant oursOnConnections() {
        return ours(
                "Night Market on MySQL connections", node -> databases.get(node).connectionLeases());
    }

    private Contestant ours(String name, IntFunction<LeaseStore> stores) {
        List<LeasedNode> nodes = IntStream.range(0, NODES)
                .mapToObj(node -> new LeasedNode(
                        loops.get(node).loop(),
                        new LeasedLock(
                                stores.apply(node),
                                new VertxTimers(servers.vertx()),
                                new SecureRandom(),
                                UUID.randomUUID().toString())))
                .toList();
        return new Contestant(name, nodes);
    }

    Contestant redisson() {
        return redisson("Redisson RLock", client -> new RedissonNode(client::getLock));
    }

    Contestant redissonFair() {
        return redisson("Redisson RFairLock", client -> new RedissonNode(client::getFairLock));
    }

    Contestant redissonFenced() {
        return redisson("Redisson RFencedLock", client -> new RedissonFencedNode(client::getFencedLock));
    }

    private Contestant redisson(String name, Function<RedissonClient, LockNode> node) {
        return new Contestant(name, clients.stream().map(node).toList());
    }

    @Override
    public void close() throws IOException {
        clients.forEach(RedissonClient::shutdown);
        for (MySqlAdapters database : databases) {
            var _ = Waiting.await(database.close());
        }
    }
}
