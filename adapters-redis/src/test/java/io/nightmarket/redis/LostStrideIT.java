package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.redis.LossyServers.ask;
import static io.nightmarket.redis.LossyServers.follow;
import static io.nightmarket.redis.LossyServers.promote;
import static io.nightmarket.redis.LossyServers.tell;
import static io.nightmarket.redis.LossyServers.untilItAnswers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.redis.id.RedisIdSegments;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.TcpProxy;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirDeletionStrategy;

/** Redis servers that lose what they knew of a stride, in all the ways there are: no number is leased twice. */
final class LostStrideIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);
    private static final int RUN = 10;
    private static final int STRIDE = 100;

    // A child of a killed server may still write its temporary file.
    @TempDir(deletionStrategy = TempDirDeletionStrategy.IgnoreFailures.class)
    private Path folder;

    private final InMemoryIdSegments truth = new InMemoryIdSegments();
    private final Set<Long> leased = new HashSet<>();
    private @Nullable LossyServers lossy;

    @BeforeEach
    void open() {
        lossy = new LossyServers(REDIS.vertx(), folder);
    }

    @AfterEach
    void close() {
        servers().close();
    }

    private LossyServers servers() {
        return Objects.requireNonNull(lossy);
    }

    private RedisLink link(String uri) {
        return servers().link(uri);
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
        RedisLink link = link(servers().server("one").uri());
        for (int i = 0; i < 3; i++) {
            leaseSome(link);
            tell(link, Command.FLUSHALL);
        }
        leaseSome(link);
    }

    @Test
    void theServerIsKilledAndComesBackWithAllItKnew() {
        OwnServer server = servers().server("one");
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
        OwnServer server = servers().server("one");
        RedisLink link = link(server.uri());
        leaseSome(link);
        byte[] before = server.appendOnlyFile();
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
        OwnServer first = servers().server("one");
        OwnServer second = servers().server("other");
        RedisLink one = link(first.uri());
        RedisLink other = link(second.uri());
        leaseSome(one);
        follow(other, first);
        promote(other);
        leaseSome(one);

        // The replica never knew of the last runs, and gives the old primary its own older state.
        follow(one, second);
        promote(one);

        leaseSome(one);
        leaseSome(other);
        leaseSome(one);
    }

    @Test
    void repliesAreLost() throws IOException {
        OwnServer server = servers().server("one");
        try (TcpProxy proxy = new TcpProxy(server.uri())) {
            RedisLink link = link(proxy.uri());
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
        OwnServer server = servers().server("one");
        RedisLink link = link(server.uri());
        for (int i = 0; i < 3; i++) {
            leaseSome(link);
            truth.setBack(DAY, 0);
            server.kill();
            server.startAgain();
            untilItAnswers(link);
        }
        leaseSome(link);
    }

    @Test
    void theGrantIsLostAndTheStrideEnds() {
        RedisLink link = link(servers().server("one").uri());
        for (int i = 0; i < STRIDE / RUN; i++) {
            leaseSome(link);
            truth.setBack(DAY, 0);
        }
    }

    /** What the node itself was leased is all that is left. */
    @Test
    void theGrantIsLostAndAllIsFlushed() {
        RedisLink link = link(servers().server("one").uri());
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
        RedisLink link = link(servers().server("one").uri());
        CompletableFuture<Long> late = new CompletableFuture<>();
        CompletionStage<Long> waiting = new RedisIdSegments(link, (_, _, _) -> late, STRIDE).lease(DAY, RUN);
        for (int i = 0; i < STRIDE / RUN; i++) {
            note(await(new RedisIdSegments(link, truth, STRIDE).lease(DAY, RUN)));
        }

        late.complete(1L);

        assertInstanceOf(Unavailable.class, failureOf(waiting));
    }

    /** Everything at once, as chance has it, on two nodes. */
    @Test
    void allOfItInAnyOrder() throws IOException {
        long seed = System.nanoTime();
        System.out.println("Seed of the lost strides: " + seed);
        Random random = new Random(seed);
        OwnServer server = servers().server("one");
        byte[] copy = server.appendOnlyFile();
        RedisLink[] nodes = {link(server.uri()), link(server.uri())};
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
