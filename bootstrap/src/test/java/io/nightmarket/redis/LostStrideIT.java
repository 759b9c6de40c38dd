package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.embedded.OwnRedis;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.redis.FaultyProxy.Mode;
import io.nightmarket.redis.id.RedisIdSegments;
import io.nightmarket.redis.link.LinkSettings;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Redis servers that lose what they knew of a stride, in all the ways there are: no number is leased twice. */
final class LostStrideIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);
    private static final int RUN = 10;
    private static final int STRIDE = 100;

    @TempDir
    private Path folder;

    private final IdSegments truth = new InMemoryIdSegments();
    private final Set<Long> leased = new HashSet<>();
    private final Set<RedisLink> links = new HashSet<>();
    private final Set<OwnRedis> servers = new HashSet<>();

    @AfterEach
    void close() {
        links.forEach(link -> await(link.close()));
        servers.forEach(OwnRedis::close);
    }

    private OwnRedis server(String name) {
        OwnRedis server = OwnRedis.start(folder.resolve(name));
        servers.add(server);
        return server;
    }

    private RedisLink link(String uri) {
        RedisLink link =
                await(RedisLink.open(REDIS.vertx(), new LinkSettings(uri, Duration.ofMillis(500), 100), new Random(1)));
        links.add(link);
        return link;
    }

    private static void untilItAnswers(RedisLink link) {
        eventually(Stages::pause, () -> {
            try {
                return !await(link.send(Request.cmd(Command.PING))).isNothing();
            } catch (DomainFailure e) {
                return false;
            }
        });
    }

    private static String ask(RedisLink link, Command command, Object... arguments) {
        return await(link.send(Request.cmd(command, arguments))).text();
    }

    private static void tell(RedisLink link, Command command, Object... arguments) {
        var _ = await(link.send(Request.cmd(command, arguments)));
    }

    /** Leases some runs, none of whose numbers was ever leased before. */
    private void leaseSome(RedisLink link) {
        IdSegments segments = new RedisIdSegments(link, truth, STRIDE);
        for (int i = 0; i < 3; i++) {
            note(await(segments.lease(DAY, RUN)));
        }
    }

    private void note(long first) {
        for (long number = first; number < first + RUN; number++) {
            assertTrue(leased.add(number), "leased twice: " + number);
        }
    }

    @Test
    void allIsFlushed() {
        RedisLink link = link(server("one").uri());
        for (int i = 0; i < 3; i++) {
            leaseSome(link);
            tell(link, Command.FLUSHALL);
        }
        leaseSome(link);
    }

    @Test
    void theServerIsKilledAndComesBackWithAllItKnew() {
        OwnRedis server = server("one");
        RedisLink link = link(server.uri());
        for (int i = 0; i < 3; i++) {
            leaseSome(link);
            server.kill();
            server.startAgain();
            untilItAnswers(link);
        }
        leaseSome(link);
    }

    @Test
    void theServerComesBackWithAnOlderCopyOfItsDisk() throws IOException {
        OwnRedis server = server("one");
        RedisLink link = link(server.uri());
        leaseSome(link);
        byte[] before = server.disk();
        String remembered = ask(link, Command.HGET, RedisKeys.idStride(DAY), "next");
        for (int i = 0; i < 3; i++) {
            leaseSome(link);
            server.kill();
            server.restore(before);
            server.startAgain();
            untilItAnswers(link);
            assertEquals(remembered, ask(link, Command.HGET, RedisKeys.idStride(DAY), "next"));
        }
        leaseSome(link);
    }

    @Test
    void theOldPrimaryWorksOnWhileItsReplicaIsPromotedAndComesBackAsOneWithoutARestart() {
        RedisLink one = link(server("one").uri());
        OwnRedis second = server("other");
        RedisLink other = link(second.uri());
        OwnRedis first = servers.stream()
                .filter(server -> !server.equals(second))
                .findFirst()
                .orElseThrow();
        leaseSome(one);
        follow(other, first);
        tell(other, Command.REPLICAOF, "NO", "ONE");
        leaseSome(one);

        // The replica never knew of the last runs, and gives the old primary its own older state.
        follow(one, second);
        tell(one, Command.REPLICAOF, "NO", "ONE");

        leaseSome(one);
        leaseSome(other);
        leaseSome(one);
    }

    private static void follow(RedisLink replica, OwnRedis primary) {
        String password = URI.create(primary.uri()).getUserInfo().substring(1);
        tell(replica, Command.CONFIG, "SET", "masterauth", password);
        tell(replica, Command.REPLICAOF, "127.0.0.1", Integer.toString(primary.port()));
        eventually(
                Stages::pause, () -> ask(replica, Command.INFO, "replication").contains("master_link_status:up"));
    }

    @Test
    void repliesAreLost() throws IOException {
        OwnRedis server = server("one");
        try (FaultyProxy proxy = new FaultyProxy(server.uri())) {
            RedisLink link = link(proxy.uri());
            IdSegments segments = new RedisIdSegments(link, truth, STRIDE);
            for (int i = 0; i < 10; i++) {
                note(await(segments.lease(DAY, RUN)));
                proxy.become(Mode.CUT_ON_REPLY);
                assertInstanceOf(TimedOut.class, failureOf(segments.lease(DAY, RUN)));
                untilItAnswers(link);
            }
        }
    }

    /** Everything at once, as chance has it, on two nodes. */
    @Test
    void allOfItInAnyOrder() throws IOException {
        long seed = System.nanoTime();
        System.out.println("Seed of the lost strides: " + seed);
        Random random = new Random(seed);
        OwnRedis server = server("one");
        byte[] copy = server.disk();
        RedisLink[] nodes = {link(server.uri()), link(server.uri())};
        for (int i = 0; i < 60; i++) {
            RedisLink node = nodes[random.nextInt(2)];
            switch (random.nextInt(10)) {
                case 0 -> tell(node, Command.FLUSHALL);
                case 1 -> copy = server.disk();
                case 2 -> {
                    server.kill();
                    if (random.nextBoolean()) {
                        server.restore(copy);
                    }
                    server.startAgain();
                    untilItAnswers(nodes[0]);
                    untilItAnswers(nodes[1]);
                }
                default -> leaseSome(node);
            }
        }
    }
}
