package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.OwnServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Redis servers that a test makes lose what they knew, in all the ways there are. */
final class LossyServers implements AutoCloseable {
    private final Vertx vertx;
    private final Path folder;
    private final List<RedisLink> links = new ArrayList<>();
    private final List<OwnServer> servers = new ArrayList<>();

    LossyServers(Vertx vertx, Path folder) {
        this.vertx = vertx;
        this.folder = folder;
    }

    OwnServer server(String name) {
        OwnServer server = OwnServer.redis(folder.resolve(name));
        servers.add(server);
        return server;
    }

    RedisLink link(String uri) {
        RedisLink link =
                await(RedisLink.open(vertx, vertx.getOrCreateContext(), RedisFixture.settings(uri), new Random(1)));
        links.add(link);
        return link;
    }

    static void untilItAnswers(RedisLink link) {
        eventually(Stages::pause, () -> {
            try {
                return !await(link.send(Request.cmd(Command.PING))).isNothing();
            } catch (DomainFailure e) {
                return false;
            }
        });
    }

    static String ask(RedisLink link, Command command, Object... arguments) {
        return await(link.send(Request.cmd(command, arguments))).text();
    }

    static void tell(RedisLink link, Command command, Object... arguments) {
        var _ = await(link.send(Request.cmd(command, arguments)));
    }

    /** Makes one a replica, and waits until it has what the primary has. */
    static void follow(RedisLink replica, OwnServer primary) {
        String password = URI.create(primary.uri()).getUserInfo().substring(1);
        tell(replica, Command.CONFIG, "SET", "masterauth", password);
        tell(replica, Command.REPLICAOF, "127.0.0.1", Integer.toString(primary.port()));
        eventually(
                Stages::pause, () -> ask(replica, Command.INFO, "replication").contains("master_link_status:up"));
    }

    static void promote(RedisLink replica) {
        tell(replica, Command.REPLICAOF, "NO", "ONE");
    }

    @Override
    public void close() {
        links.forEach(link -> await(link.close()));
        servers.forEach(OwnServer::close);
    }
}
