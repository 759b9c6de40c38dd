package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.DeadLetters;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.QueueEntry.Malformed;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.order.RedisDeadLetters;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisOrderQueueIT extends OrderQueueContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final Shard shard = RedisFixture.anyShard();

    @Override
    protected OrderQueue queue() {
        return queueOf(Long.MAX_VALUE);
    }

    @Override
    protected OrderQueue queueOf(long maxBacklog) {
        return REDIS.queue(maxBacklog);
    }

    @Override
    protected Shard shard() {
        return shard;
    }

    @Override
    protected Instant now() {
        List<Reply> time = REDIS.redis(Command.TIME).parts();
        return Instant.ofEpochSecond(
                Long.parseLong(time.getFirst().text()),
                Long.parseLong(time.getLast().text()) * 1000);
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    @Override
    protected void appendForeign() {
        var _ = REDIS.redis(Command.XADD, RedisKeys.orders(shard), "*", "colour", "green");
    }

    @Override
    protected DeadLetters letters() {
        return new RedisDeadLetters(REDIS.link());
    }

    @Override
    @AfterEach
    protected void loseEverything() {
        for (Reply key :
                REDIS.redis(Command.KEYS, "nm:{s" + shard.number() + "}:*").parts()) {
            var _ = REDIS.redis(Command.DEL, key.text());
        }
    }

    private void append(String... fields) {
        Object[] arguments = new Object[fields.length + 2];
        arguments[0] = RedisKeys.orders(shard);
        arguments[1] = "*";
        System.arraycopy(fields, 0, arguments, 2, fields.length);
        var _ = REDIS.redis(Command.XADD, arguments);
    }

    @Test
    void everyKindOfDamageIsTheEntrysOwn() {
        append("order", "1", "voucher", "2", "user", "3", "at", "4");
        append("order", "1", "voucher", "2", "user", "3");
        append("order", "0", "voucher", "2", "user", "3", "at", "4");
        append("order", "1", "voucher", "-2", "user", "3", "at", "4");
        append("order", "1", "voucher", "2", "user", "three", "at", "4");
        append("order", "99999999999999999999", "voucher", "2", "user", "3", "at", "4");
        append("order", "1", "order", "2", "voucher", "2", "user", "3", "at", "4");
        append("\u0000\u00ff", "");
        append("order", "5", "voucher", "2", "user", "3", "at", "4", "added", "later");

        List<QueueEntry> entries = await(queue().read(shard, EntryId.ZERO, 100, Duration.ofMillis(100)));

        assertEquals(9, entries.size());
        assertInstanceOf(QueuedOrder.class, entries.getFirst());
        assertInstanceOf(QueuedOrder.class, entries.getLast());
        for (QueueEntry damaged : entries.subList(1, 8)) {
            assertInstanceOf(Malformed.class, damaged);
        }
    }

    @Test
    void anEntryOfVeryManyFieldsCanBeSetAsideAndAcknowledged() {
        String[] fields = new String[20_000];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = i % 2 == 0 ? "order" : Integer.toString(i);
        }
        append(fields);
        QueueEntry entry =
                await(queue().read(shard, EntryId.ZERO, 1, Duration.ZERO)).getFirst();

        await(queue().setAside(shard, entry.id(), "too many fields"));
        await(queue().acknowledge(shard, entry.id()));

        assertEquals(
                entry.id(),
                await(letters().list(shard, EntryId.ZERO, 9)).getFirst().entry());
        assertEquals(List.of(), await(queue().read(shard, EntryId.ZERO, 1, Duration.ZERO)));
    }

    @Test
    void aKeyOfAnotherTypeIsCorrupt() {
        await(queue().unfence(shard, EntryId.ZERO));
        VoucherId voucher = new VoucherId(1);
        var _ = REDIS.redis(Command.SET, RedisKeys.sale(shard, voucher), "text");

        assertInstanceOf(
                Corrupt.class, failureOf(admit(queue(), shard, new Purchase(new OrderId(1), voucher, new UserId(1)))));
    }

    @Test
    void aScriptThatTheServerForgotIsSentAgain() {
        await(queue().unfence(shard, EntryId.ZERO));
        var _ = REDIS.redis(Command.SCRIPT, "FLUSH");
        Purchase purchase = new Purchase(new OrderId(1), new VoucherId(1), new UserId(1));

        assertTrue(await(admit(queue(), shard, purchase)).toString().contains("Unknown"));
    }
}
