package io.nightmarket.redis.lock;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the leases without blocking the server: keys are searched in portions, and read one by one. The effort grows with
 * the number of all keys there are.
 */
public final class RedisLockTable implements LockTable {
    private static final Logger LOG = LoggerFactory.getLogger(RedisLockTable.class);
    private static final LuaScript FORCE_RELEASE = LuaScript.load("force-release-2");
    private static final int PORTION = 1_000;
    private static final Comparator<HeldLock> BY_NAME =
            Comparator.comparing(HeldLock::kind).thenComparing(HeldLock::key);

    private final RedisLink link;

    public RedisLockTable(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<List<HeldLock>> read(int limit) {
        return find("0", new HashSet<>(), limit)
                .thenCompose(
                        names -> readAll(names.stream().sorted().limit(limit).toList()));
    }

    @Override
    public CompletionStage<List<String>> forceRelease(String key, Optional<String> kind) {
        CompletionStage<List<String>> former = CompletableFuture.completedStage(List.of());
        for (String each : LockMode.KINDS) {
            if (kind.isEmpty() || kind.get().equals(each)) {
                former = former.thenCombine(forceRelease(each + ':' + key), RedisLockTable::joined);
            }
        }
        return former;
    }

    private CompletionStage<List<String>> forceRelease(String name) {
        return link.run(FORCE_RELEASE, List.of(RedisKeys.lock(name), RedisKeys.lockQueue(name)), List.of(name))
                .thenApply(reply -> reply.parts().stream().map(Reply::text).toList());
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private CompletionStage<Set<String>> find(String cursor, Set<String> found, int limit) {
        Request scan = Request.cmd(Command.SCAN)
                .arg(cursor)
                .arg("MATCH")
                .arg(RedisKeys.ANY_LOCK)
                .arg("COUNT")
                .arg(PORTION)
                .arg("TYPE")
                .arg("hash");
        return link.send(scan).thenCompose(reply -> {
            reply.parts().getLast().parts().forEach(key -> found.add(RedisKeys.lockName(key.text())));
            String next = reply.parts().getFirst().text();
            return "0".equals(next) || found.size() >= limit
                    ? CompletableFuture.completedStage(found)
                    : find(next, found, limit);
        });
    }

    private CompletionStage<List<HeldLock>> readAll(List<String> names) {
        List<HeldLock> read = new ArrayList<>();
        return OneByOne.doAll(names, name -> readOne(name).thenAccept(read::add))
                .thenApply(_ -> read.stream()
                        .filter(lock -> !lock.holders().isEmpty())
                        .sorted(BY_NAME)
                        .toList());
    }

    private CompletionStage<HeldLock> readOne(String name) {
        CompletionStage<Reply> queue = link.send(Request.cmd(Command.ZRANGE)
                .arg(RedisKeys.lockQueue(name))
                .arg(0)
                .arg(PORTION));
        CompletionStage<Instant> now = link.send(Request.cmd(Command.TIME)).thenApply(Reply::time);
        return link.send(Request.cmd(Command.HGETALL).arg(RedisKeys.lock(name)))
                .thenCombine(now, (leases, time) -> holders(leases.parts(), time))
                .thenCombine(
                        queue,
                        (holders, waiting) -> new HeldLock(
                                name.split(":", 2)[0],
                                name.split(":", 2)[1],
                                holders,
                                waiting.parts().stream()
                                        .map(one -> one.text().split(" ", 3)[2])
                                        .toList()))
                .exceptionallyCompose(failure -> passOver(name, DomainFailure.causeOf(failure)));
    }

    /** Other software may have put anything under such a key. */
    private static CompletionStage<HeldLock> passOver(String name, Throwable failure) {
        if (DomainFailure.isPassing(failure)) {
            return CompletableFuture.failedStage(failure);
        }
        LOG.warn("The key of the lock {} can't be read, and is not listed: {}", name, failure.toString());
        return CompletableFuture.completedStage(new HeldLock("", name, List.of(), List.of()));
    }

    /** Ended leases stay in the hash until the next request. A token begins with the microsecond in which it was taken. */
    private static List<Holder> holders(List<Reply> fields, Instant now) {
        List<Holder> holders = new ArrayList<>();
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            String[] lease = fields.get(i + 1).text().split(" ", 5);
            holders.add(new Holder(
                    fields.get(i).text(),
                    Long.parseLong(lease[0]),
                    Integer.parseInt(lease[2]),
                    Instant.ofEpochMilli(TimeUnit.MICROSECONDS.toMillis(Long.parseLong(lease[0]))),
                    Instant.ofEpochMilli(Long.parseLong(lease[3]))));
        }
        holders.removeIf(holder -> !holder.until().isAfter(now));
        return holders;
    }
}
