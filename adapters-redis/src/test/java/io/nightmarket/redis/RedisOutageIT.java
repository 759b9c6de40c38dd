package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.sale.queue.OrderStream;
import io.nightmarket.redis.sale.queue.RedisOrderQueue;
import io.nightmarket.redis.sale.queue.WaitingLinks;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.Context;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the link does when the server or the network fails: a proxy between them plays the faults. */
final class RedisOutageIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final int MAX_IN_FLIGHT = 10;

    /** What a busy machine takes to answer is no time-out. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final String key = "nm:test:outage:" + UUID.randomUUID();
    private final TcpProxy proxy = new TcpProxy(TestServers.redisUri());
    private final RedisConfig settings = new RedisConfig(proxy.uri(), TIMEOUT, MAX_IN_FLIGHT, 10, 0, Optional.empty());
    private final RedisLink link = REDIS.open(settings);

    @BeforeEach
    void isConnected() {
        assertTrue(RedisFixture.answers(link));
    }

    @AfterEach
    void close() throws IOException {
        await(link.close());
        proxy.close();
        var _ = REDIS.redis(Command.DEL, key);
    }

    private CompletionStage<Reply> count() {
        return link.send(Request.cmd(Command.INCR).arg(key));
    }

    /** What really happened on the server, asked past the proxy. */
    private String counted() {
        return REDIS.redis(Command.GET, key).textIfAny().orElse("0");
    }

    @Test
    void aConnectionThatWasCutIsMadeAnewAgainAndAgain() {
        for (int i = 0; i < 5; i++) {
            proxy.cut();
            RedisFixture.untilItAnswers(link);
        }
    }

    @Test
    void withoutAConnectionCallsFailAtOnceUntilItIsBack() {
        proxy.refuse();
        eventually(Stages::pause, () -> failureOf(count()) instanceof Unavailable);

        long before = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            assertInstanceOf(Unavailable.class, failureOf(count()));
        }
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        assertTrue(took.compareTo(TIMEOUT.multipliedBy(10)) < 0, "they waited: " + took);
        assertEquals("0", counted());

        proxy.heal();
        RedisFixture.untilItAnswers(link);
        assertEquals(1, await(count()).number());
    }

    @Test
    void aLostReplyLeavesTheOutcomeOpenAndNothingIsSentAgain() {
        proxy.injectOnce(Fate.CUT);

        assertInstanceOf(TimedOut.class, failureOf(count()));

        RedisFixture.untilItAnswers(link);
        assertEquals("1", counted());
    }

    @Test
    void aReplyOfAnotherTypeThanItsCommandHasEndsTheConnection() {
        CompletionStage<Reply> text = link.send(Request.cmd(Command.PING));
        CompletionStage<Reply> waiting =
                link.send(Request.cmd(Command.BLPOP).arg(key + "-none").arg(5), Duration.ofSeconds(5));

        assertInstanceOf(TimedOut.class, failureOf(text.thenApply(Reply::number)));

        assertInstanceOf(TimedOut.class, failureOf(waiting));
        RedisFixture.untilItAnswers(link);
        assertEquals(1, await(count()).number());
    }

    @Test
    void whenTheServerIsSilentAllThatWaitTimeOutTogetherAndMoreFailAtOnce() {
        proxy.inject(ReplyFault.always(Fate.DROP));
        long before = System.nanoTime();
        List<CompletionStage<Reply>> waiting = new ArrayList<>();
        for (int i = 0; i < MAX_IN_FLIGHT; i++) {
            waiting.add(count());
        }
        assertInstanceOf(Unavailable.class, failureOf(count()), "more than may wait, and is not sent");
        assertFalse(waiting.getFirst().toCompletableFuture().isDone());

        for (CompletionStage<Reply> one : waiting) {
            assertInstanceOf(TimedOut.class, failureOf(one));
        }

        Duration waited = Duration.ofNanos(System.nanoTime() - before);
        assertTrue(waited.compareTo(TIMEOUT) >= 0, "too early: " + waited);
        assertTrue(waited.compareTo(TIMEOUT.multipliedBy(MAX_IN_FLIGHT)) < 0, "one after the other: " + waited);
        proxy.heal();
        RedisFixture.untilItAnswers(link);
        assertEquals(Integer.toString(MAX_IN_FLIGHT), counted());
    }

    @Test
    void ofReadsOfOneTurnThoseAreSentThatMayWait() {
        Context loop = REDIS.vertx().getOrCreateContext();
        RedisLink reader = await(RedisLink.open(REDIS.vertx(), loop, settings, new Random(1)));

        for (int round = 0; round < 2; round++) {
            List<CompletionStage<Reply>> asked = await(readInOneTurn(loop, reader));
            for (int i = 0; i < MAX_IN_FLIGHT; i++) {
                assertEquals(Integer.toString(i), await(asked.get(i)).text());
            }
            asked.stream()
                    .skip(MAX_IN_FLIGHT)
                    .forEach(refused -> assertInstanceOf(Unavailable.class, failureOf(refused)));
        }
        await(reader.close());
    }

    @Test
    void readsOfOneTurnTakeTheRoomThatOthersLeave() {
        Context loop = REDIS.vertx().getOrCreateContext();
        RedisLink reader = await(RedisLink.open(REDIS.vertx(), loop, settings, new Random(1)));
        proxy.inject(ReplyFault.always(Fate.DROP));
        int others = 4;
        for (int i = 0; i < others; i++) {
            var _ = reader.send(Request.cmd(Command.PING));
        }

        List<CompletionStage<Reply>> asked = await(readInOneTurn(loop, reader));
        List<CompletionStage<Reply>> late = await(readInOneTurn(loop, reader));

        int room = MAX_IN_FLIGHT - others;
        asked.stream().skip(room).forEach(refused -> assertInstanceOf(Unavailable.class, failureOf(refused)));
        late.forEach(refused -> assertInstanceOf(Unavailable.class, failureOf(refused)));
        await(reader.close());
        asked.stream().limit(room).forEach(sent -> assertInstanceOf(TimedOut.class, failureOf(sent)));
    }

    /** More than may wait; each is to be answered with its number. */
    private static CompletionStage<List<CompletionStage<Reply>>> readInOneTurn(Context loop, RedisLink reader) {
        CompletableFuture<List<CompletionStage<Reply>>> asked = new CompletableFuture<>();
        loop.runOnContext(_ -> asked.complete(IntStream.range(0, 3 * MAX_IN_FLIGHT)
                .mapToObj(i -> reader.read(Request.cmd(Command.ECHO).arg(i)))
                .toList()));
        return asked;
    }

    @Test
    void manyCallsAtOnceFromManyThreadsAreAllAnswered() {
        RedisLink wide = REDIS.link();

        List<Long> answers = Stages.atOnce(16, _ -> {
            CompletionStage<Reply> last = wide.send(Request.cmd(Command.INCR).arg(key));
            for (int i = 1; i < 50; i++) {
                last = last.thenCombine(wide.send(Request.cmd(Command.INCR).arg(key)), (_, reply) -> reply);
            }
            return last.thenApply(Reply::number);
        });

        assertEquals(16, answers.size());
        assertEquals("800", counted());
    }

    @Test
    @Tag("outage")
    void aServerThatNeverAnswersIsUnavailableFromTheStart() {
        proxy.inject(ReplyFault.always(Fate.DROP));

        var _ = failureOf(
                Unavailable.class,
                RedisLink.open(REDIS.vertx(), REDIS.vertx().getOrCreateContext(), settings, new Random(1)));
    }

    @Test
    void aServerThatIsNotThereIsUnavailableFromTheStart() {
        proxy.refuse();

        var _ = failureOf(
                Unavailable.class,
                RedisLink.open(REDIS.vertx(), REDIS.vertx().getOrCreateContext(), settings, new Random(1)));
    }

    @Test
    void aClosedLinkIsUnavailableAndWhatIsInFlightAtItsEndIsOpen() {
        proxy.inject(ReplyFault.always(Fate.DROP));
        CompletionStage<Reply> waiting = count();

        await(link.close());
        await(link.close());

        assertInstanceOf(TimedOut.class, failureOf(waiting));
        assertInstanceOf(Unavailable.class, failureOf(count()));
    }

    @Test
    void aReadThatWaitsIsMendedByReadingAgain() {
        Shard shard = RedisFixture.anyShard();
        Context loop = REDIS.vertx().getOrCreateContext();
        RedisLink reader = await(RedisLink.open(REDIS.vertx(), loop, settings, new Random(1)));
        WaitingLinks own = new WaitingLinks(() -> CompletableFuture.completedStage(reader));
        String name = "reader-" + shard.number();
        var _ = await(reader.send(Request.cmd(Command.CLIENT).arg("SETNAME").arg(name)));
        OrderQueue queue =
                RedisOrderQueue.ports(link, new OrderStream(link, own), 10).orders();
        assertEquals(List.of(), await(queue.read(shard, EntryId.ZERO, 1, Duration.ofMillis(20))));
        var waiting = queue.read(shard, EntryId.ZERO, 1, Duration.ofSeconds(8));
        eventually(Stages::pause, () -> isBlocked(name));

        proxy.cut();

        assertInstanceOf(TimedOut.class, failureOf(waiting));
        var _ = REDIS.redis(Command.XADD, RedisKeys.orders(shard), "*", "colour", "green");
        eventually(Stages::pause, () -> {
            try {
                return await(queue.read(shard, EntryId.ZERO, 1, Duration.ofMillis(20)))
                                .size()
                        == 1;
            } catch (DomainFailure e) {
                return false;
            }
        });
        var _ = REDIS.redis(Command.DEL, RedisKeys.orders(shard));
        await(own.close());
        assertInstanceOf(Unavailable.class, failureOf(queue.read(shard, EntryId.ZERO, 1, Duration.ofMillis(20))));
    }

    /** One that comes through the proxy: the server is shared. */
    private boolean isBlocked(String name) {
        return REDIS.redis(Command.CLIENT, "LIST")
                .text()
                .lines()
                .anyMatch(client -> client.contains(" name=" + name + " ")
                        && client.contains(" flags=b ")
                        && client.contains(" cmd=xread "));
    }

    @Test
    @Tag("outage")
    void aReadThatWaitsLongerThanACommandMayIsNoTimeOut() {
        Shard shard = RedisFixture.anyShard();
        Context loop = REDIS.vertx().getOrCreateContext();
        WaitingLinks own = new WaitingLinks(() -> RedisLink.open(REDIS.vertx(), loop, settings, new Random(1)));
        OrderQueue queue =
                RedisOrderQueue.ports(link, new OrderStream(link, own), 10).orders();

        assertEquals(List.of(), await(queue.read(shard, EntryId.ZERO, 1, TIMEOUT.plusMillis(500))));

        await(own.close());
    }
}
