package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.redis.LossyServers.follow;
import static io.nightmarket.redis.LossyServers.promote;
import static io.nightmarket.redis.LossyServers.restart;
import static io.nightmarket.redis.LossyServers.tell;
import static io.nightmarket.redis.RedisFixture.untilItAnswers;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.redis.id.RedisIdSegments;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.TcpProxy;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis servers that lose what they knew of a stride, in all the ways there are: no number is leased twice. */
final class LostStrideIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);
    private static final int RUN = 10;
    private static final int STRIDE = 100;

    private final InMemoryIdSegments truth = new InMemoryIdSegments();
    private final Set<Long> leased = new HashSet<>();

    @AutoClose
    private final LossyServers servers = new LossyServers(REDIS);

    private final OwnServer server = servers.server("one");
    private final RedisLink link = servers.link(server.uri());

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
    void theOldPrimaryWorksOnWhileItsReplicaIsPromotedAndComesBackAsOneWithoutARestart() {
        OwnServer second = servers.server("other");
        RedisLink other = servers.link(second.uri());
        leaseSome(link);
        follow(other, server);
        promote(other);
        leaseSome(link);

        // The replica never knew of the last runs, and gives the old primary its own older state.
        follow(link, second);
        promote(link);

        leaseSome(link);
        leaseSome(other);
        leaseSome(link);
    }

    @Test
    void repliesAreLost() throws IOException {
        try (TcpProxy proxy = new TcpProxy(server.uri())) {
            RedisLink link = servers.link(proxy.uri());
            IdSegments segments = new RedisIdSegments(link, truth, STRIDE);
            for (int i = 0; i < 10; i++) {
                note(await(segments.lease(DAY, RUN)));
                proxy.injectOnce(Fate.CUT);
                assertInstanceOf(TimedOut.class, failureOf(segments.lease(DAY, RUN)));
                untilItAnswers(link);
            }
        }
    }

    /** MySQL lost the grant with its last commits, and Redis the right to go on in the stride. */
    @Test
    void theGrantIsLostAndTheServerIsKilled() {
        for (int i = 0; i < 3; i++) {
            leaseSome(link);
            truth.setBack(DAY, 0);
            restart(server, link);
        }
        leaseSome(link);
    }

    @Test
    void theGrantIsLostAndTheStrideEnds() {
        for (int i = 0; i < STRIDE / RUN; i++) {
            leaseSome(link);
            truth.setBack(DAY, 0);
        }
    }

    /** What the node itself was leased is all that is left. */
    @Test
    void theGrantIsLostAndAllIsFlushed() {
        IdSegments segments = new RedisIdSegments(link, truth, STRIDE);
        long above = 0;
        for (int i = 0; i < 3; i++) {
            for (int run = 0; run < 3; run++) {
                long first = await(segments.lease(DAY, RUN, above));
                note(first);
                above = first + RUN - 1;
            }
            truth.setBack(DAY, 0);
            tell(link, Command.FLUSHALL);
        }
    }

    /** Two nodes were granted the same stride, the second after the grant to the first was lost. */
    @Test
    void aStrideThatWasGrantedTwiceIsKeptOnce() {
        CompletableFuture<Long> late = new CompletableFuture<>();
        CompletionStage<Long> waiting = new RedisIdSegments(link, (_, _, _) -> late, STRIDE).lease(DAY, RUN);
        for (int i = 0; i < STRIDE / RUN; i++) {
            note(await(new RedisIdSegments(link, truth, STRIDE).lease(DAY, RUN)));
        }

        late.complete(1L);

        assertInstanceOf(Unavailable.class, failureOf(waiting));
    }

    /** All is flushed, or the server is killed, or comes back with an older copy of its disk, as chance has it, on two nodes. */
    @Test
    void allOfItInAnyOrder() throws IOException {
        long seed = System.nanoTime();
        System.out.println("Seed of the lost strides: " + seed);
        Random random = new Random(seed);
        byte[] copy = server.appendOnlyFile();
        RedisLink[] nodes = {servers.link(server.uri()), servers.link(server.uri())};
        for (int i = 0; i < 60; i++) {
            RedisLink node = nodes[random.nextInt(2)];
            switch (random.nextInt(10)) {
                case 0 -> tell(node, Command.FLUSHALL);
                case 1 -> copy = server.appendOnlyFile();
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
