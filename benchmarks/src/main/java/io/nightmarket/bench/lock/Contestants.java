package io.nightmarket.bench.lock;

import io.nightmarket.bench.server.OnLoop;
import io.nightmarket.bench.server.Peer;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.domain.lock.LeasedLock;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.redisson.api.RedissonClient;

/** Who takes part, each with as many nodes, made as a node makes them. */
final class Contestants implements AutoCloseable {
    private static final int NODES = 2;

    private final List<OnLoop> loops = new ArrayList<>();
    private final List<RedissonClient> clients = new ArrayList<>();
    private final Servers servers;

    Contestants(Servers servers) throws IOException {
        this.servers = servers;
        for (int i = 0; i < NODES; i++) {
            loops.add(servers.connect());
            clients.add(Peer.connect(servers.vertx(), servers.redisUri()));
        }
    }

    Contestant ours() {
        List<LeasedNode> nodes = loops.stream()
                .map(own -> new LeasedNode(
                        own.loop(),
                        new LeasedLock(
                                own.redis().leases(),
                                new VertxTimers(servers.vertx()),
                                new SecureRandom(),
                                UUID.randomUUID().toString())))
                .toList();
        return new Contestant("Night Market on Redis", nodes);
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
    public void close() {
        clients.forEach(RedissonClient::shutdown);
    }
}
