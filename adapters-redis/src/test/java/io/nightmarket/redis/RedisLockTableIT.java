package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.LockTableContract;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.lock.LockTable.Holder;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.redis.lock.RedisLockTable;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators see of locks on Redis; on a server of its own, for the table shows all there are. */
final class RedisLockTableIT extends LockTableContract {

    @RegisterExtension
    private static final RedisFixture REDIS =
            RedisFixture.onItsOwnServer(Path.of("target", "spare-redis", "lock-table"));

    private static final Duration TURN = Duration.ofSeconds(2);

    private final LockTable table = new RedisLockTable(REDIS.link());
    private final LeaseStore locks = REDIS.leases(LockMode.LOCK);

    @BeforeEach
    @AfterEach
    void leaveNothing() {
        var _ = REDIS.redis(Command.FLUSHALL);
    }

    private static LeaseRequest request(String key, String holder) {
        return new LeaseRequest(key, holder, LEASE, Duration.ZERO);
    }

    @Override
    protected LockTable table() {
        return table;
    }

    @Override
    protected LeaseStore locks() {
        return locks;
    }

    @Override
    protected String kind() {
        return "lock";
    }

    @Override
    protected Instant now() {
        List<Long> time = REDIS.redis(Command.TIME).parts().stream()
                .map(part -> Long.parseLong(part.text()))
                .toList();
        return Instant.ofEpochSecond(time.getFirst(), time.getLast() * 1_000);
    }

    private List<HeldLock> read() {
        return await(table.read(100));
    }

    private Holder onlyHolder() {
        assertEquals(1, read().size());
        assertEquals(1, read().getFirst().holders().size());
        return read().getFirst().holders().getFirst();
    }

    @Test
    void thoseWhoWaitAreShownInLineAndTheFirstHasTheKeyReserved() {
        LeaseRequest holding = request("line", "holds");
        long token = take(locks, holding);
        LeaseStore.Subscription subscription = await(locks.subscribe(request("line", "z-first"), _ -> {}));
        for (String waiter : List.of("z-first", "a-second", "m-third")) {
            var _ = await(locks.take(request("line", waiter).waiting(LEASE)));
        }
        assertEquals(
                List.of("z-first", "a-second", "m-third"), read().getFirst().waiting());

        assertTrue(await(locks.release(holding)));

        assertEquals(List.of("a-second", "m-third"), read().getFirst().waiting());
        Holder next = onlyHolder();
        assertEquals(
                new Holder(
                        "z-first", next.token(), 0, next.since(), next.since().plus(TURN)),
                next);
        assertTrue(next.token() > token);
        assertEquals(next.token(), take(locks, request("line", "z-first")));
        assertTrue(await(locks.renew(request("line", "z-first"), 1)));
        assertEquals(1, onlyHolder().reentranceCount());
        assertTrue(
                onlyHolder().until().isAfter(next.since().plus(LEASE).minusSeconds(1)), "its lease is whole at once");
        subscription.close();
    }

    @Test
    void theHoldersOfASharedKeyAreShownTogether() {
        LeaseStore readers = REDIS.leases(LockMode.READ);
        long one = take(readers, request("shared", "one"));
        long two = take(readers, request("shared", "two"));

        HeldLock held = read().getFirst();
        assertEquals("rw", held.kind());
        assertEquals(
                List.of("one " + one, "two " + two),
                held.holders().stream()
                        .map(holder -> holder.name() + ' ' + holder.token())
                        .sorted()
                        .toList());
    }

    @Test
    void noMoreAreShownThanAskedFor() {
        for (int i = 0; i < 5; i++) {
            var _ = take(locks, request("many:" + i, "node:" + i));
        }
        assertEquals(
                List.of("many:0", "many:1", "many:2", "many:3", "many:4"),
                read().stream().map(HeldLock::key).toList());
        assertEquals(2, await(table.read(2)).size());
    }

    /** What other software may have put where locks are: no lock, and none of its parts. */
    @Test
    void keysThatCanNotBeReadAreNotListedAndHideNoOther() {
        var _ = take(locks, request("held", "node:1"));
        var _ = take(locks, request("with-foreign-queue", "node:1"));
        List<List<Object>> foreign = List.of(
                List.of("HSET", RedisKeys.lock("lock:foreign"), "field", "value"),
                List.of("HSET", RedisKeys.lock("lock:words"), "holder", "a b c d e"),
                List.of("HSET", RedisKeys.lock("without-a-kind"), "holder", "1 1 1 9999999999999 1"),
                List.of("HSET", RedisKeys.lock("lock:gone"), "", ""),
                List.of("SET", RedisKeys.lockQueue("lock:with-foreign-queue"), "text"));
        for (List<Object> each : foreign) {
            Request request = Request.cmd(Command.create((String) each.getFirst()));
            each.stream().skip(1).forEach(argument -> request.arg((String) argument));
            var _ = await(REDIS.link().send(request));
        }

        assertEquals(
                List.of("held"), read().stream().map(HeldLock::key).toList(), "only what can be read whole is listed");
        assertEquals(List.of(), await(table.forceRelease("foreign", Optional.of("lock"))));
        assertEquals(List.of("node:1"), await(table.forceRelease("held", Optional.of("lock"))));
    }
}
