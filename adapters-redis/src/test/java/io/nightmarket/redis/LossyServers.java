package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.OwnServer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Redis servers that a test makes lose what they knew, in all the ways there are. */
final class LossyServers implements AutoCloseable {

    private static final Path FOLDER = Path.of("target", "spare-redis", "lossy");
    private final RedisFixture redis;
    private final List<RedisLink> links = new ArrayList<>();
    private final List<OwnServer> servers = new ArrayList<>();

    LossyServers(RedisFixture redis) {
        this.redis = redis;
    }

    OwnServer server(String name) {
        OwnServer server = OwnServer.redis(FOLDER.resolve(name + "-" + UUID.randomUUID()));
        servers.add(server);
        return server;
    }

    RedisLink link(String uri) {
        RedisLink link = redis.open(RedisFixture.settings(uri));
        links.add(link);
        return link;
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

    /** Kills the server, has it start again on its data, and waits until the link has it. */
    static void restart(OwnServer server, RedisLink link) {
        server.kill();
        server.startAgain();
        RedisFixture.untilItAnswers(link);
    }

    @Override
    public void close() {
        links.forEach(link -> await(link.close()));
        servers.forEach(OwnServer::close);
    }
}
