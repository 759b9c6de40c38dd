package io.nightmarket.redis;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.BuyerSlice;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisOrderQueueIT extends OrderQueueContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final Shard shard = RedisFixture.anyShard();

    @Override
    protected WholeQueue queue() {
        return queueOf(Long.MAX_VALUE);
    }

    @Override
    protected WholeQueue queueOf(long maxBacklog) {
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
    void everyKindOfDamageIsTheEntrysOrTheOrdersOwn() {
        append("voucher", "2", "at", "4", "orders", "1:3");
        append("voucher", "2", "orders", "1:3");
        append("voucher", "-2", "at", "4", "orders", "1:3");
        append("voucher", "two", "at", "4", "orders", "1:3");
        append("voucher", "2", "voucher", "3", "at", "4", "orders", "1:3");
        append("voucher", "2", "at", "4");
        append("\u0000\u00ff", "");
        append("voucher", "2", "at", "4", "orders", "5:3 0:3 6:x 99999999999999999999:3 7 :  8:9");
        append("voucher", "2", "at", "4", "orders", "");
        append("voucher", "2", "at", "4", "orders", "10:3", "added", "later");
        append("at", "4", "voucher", "2", "orders", "11:3");

        List<QueueEntry> entries = await(queue().read(shard, EntryId.ZERO, 100, Duration.ofMillis(100)));

        assertEquals(
                "1 - - - - - - 5 - - - - - - 8 - 10 -",
                entries.stream()
                        .map(entry -> entry instanceof QueuedOrder order
                                ? Long.toString(order.order().value())
                                : "-")
                        .collect(Collectors.joining(" ")));
        assertEquals(
                entries.stream().map(QueueEntry::id).sorted().distinct().toList(),
                entries.stream().map(QueueEntry::id).toList());
    }

    @Test
    void whatStandsBesideDamageIsNeitherLostNorHeldUp() {
        append("voucher", "2", "at", "4", "orders", "x 5:6  7:8");
        append("voucher", "two", "at", "4", "orders", "9:10 11:12");
        append("voucher", "2", "at", "4", "orders", "1:1 ".repeat(9_000).strip());
        append("voucher", "2", "at", "4", "orders", "13:14");

        EntryId last = EntryId.ZERO;
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            QueueEntry entry =
                    await(queue().read(shard, last, 1, Duration.ZERO)).getFirst();
            if (entry instanceof QueuedOrder order) {
                seen.add(Long.toString(order.order().value()));
            } else {
                seen.add("-");
            }
            last = entry.id();
            await(queue().acknowledge(shard, last));
        }

        assertEquals(List.of("-", "5", "-", "7", "-", "-", "13"), seen);
        assertEquals(0, REDIS.redis(Command.XLEN, RedisKeys.orders(shard)).number());
    }

    /** A server that took the place of another may lack the last admissions: positions mean other buyers there. */
    @Test
    void aMarkOfAnEarlierEpochIsNotReadOnFrom() {
        await(letIn(queue(), shard));
        VoucherId voucher = new VoucherId(1);
        var _ = REDIS.redis(Command.HSET, RedisKeys.sale(shard, voucher), "state", "OPEN");
        BuyerMark earlier =
                await(queue().buyersAfter(shard, voucher, BuyerMark.NONE)).mark();
        assertEquals(
                earlier, await(queue().buyersAfter(shard, voucher, earlier)).mark());

        var _ = await(queue().beginEpoch(new Epoch(shard, 1)));
        await(queue().open(new Epoch(shard, 1), EntryId.ZERO));

        assertNotEquals(
                earlier.opening(),
                await(queue().buyersAfter(shard, voucher, earlier)).mark().opening());
    }

    @Test
    void aReservationThatCanNotBeReadHidesNoOther() {
        VoucherId voucher = new VoucherId(1);
        var _ = REDIS.redis(Command.HSET, RedisKeys.buyers(shard, voucher), "7", "70", "8", "by hand", "nine", "90");

        assertEquals(
                List.of(new Purchase(new OrderId(70), voucher, new UserId(7))),
                await(queue().slice(shard, voucher, BuyerSlice.END)).buyers());
    }

    @Test
    void theOrdersOfACallAreReadAndAcknowledgedOneByOne() {
        await(letIn(queue(), shard));
        VoucherId voucher = new VoucherId(1);
        var _ = REDIS.redis(
                Command.HSET,
                RedisKeys.sale(shard, voucher),
                "state",
                "OPEN",
                "begin",
                "0",
                "end",
                "9e15",
                "free",
                "9");
        List<AdmissionRequest> group = LongStream.rangeClosed(1, 5)
                .mapToObj(i -> new AdmissionRequest(new Purchase(new OrderId(i), voucher, new UserId(i)), ""))
                .toList();
        assertEquals(
                5, await(queue().admit(new Epoch(shard, 0), voucher, group)).size());
        assertEquals(1, REDIS.redis(Command.XLEN, RedisKeys.orders(shard)).number());

        List<QueueEntry> all = await(queue().read(shard, EntryId.ZERO, 100, Duration.ZERO));
        List<QueueEntry> oneByOne = new ArrayList<>();
        for (EntryId last = EntryId.ZERO;
                oneByOne.size() < 5;
                last = oneByOne.getLast().id()) {
            oneByOne.addAll(await(queue().read(shard, last, 1, Duration.ofMillis(100))));
        }
        assertEquals(all, oneByOne);
        await(queue().acknowledge(shard, all.get(2).id()));
        assertEquals(1, REDIS.redis(Command.XLEN, RedisKeys.orders(shard)).number());
        assertEquals(Optional.empty(), await(queue().findQueued(new Epoch(shard, 0), new OrderId(3))));
        assertEquals(Optional.of(new UserId(4)), await(queue().findQueued(new Epoch(shard, 0), new OrderId(4))));
        assertEquals(all.subList(3, 5), await(queue().read(shard, all.get(2).id(), 100, Duration.ofMillis(100))));
        await(queue().acknowledge(shard, all.get(4).id()));
        assertEquals(0, REDIS.redis(Command.XLEN, RedisKeys.orders(shard)).number());
    }

    @Test
    void whatIsReadButNotAcknowledgedDoesNotHideWhatComesBehind() {
        append("voucher", "2", "at", "4", "orders", "1:1");
        QueueEntry first =
                await(queue().read(shard, EntryId.ZERO, 1, Duration.ZERO)).getFirst();
        append("voucher", "2", "at", "4", "orders", "2:2");

        for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(100))) {
            QueuedOrder next = (QueuedOrder)
                    await(queue().read(shard, first.id(), 1, wait)).getFirst();
            assertEquals(new OrderId(2), next.order());
            assertEquals(List.of(), await(queue().read(shard, next.id(), 1, wait)));
        }
    }

    @Test
    void anEntryOfVeryManyFieldsIsAcknowledged() {
        String[] fields = new String[20_000];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = i % 2 == 0 ? "order" : Integer.toString(i);
        }
        append(fields);
        QueueEntry entry =
                await(queue().read(shard, EntryId.ZERO, 1, Duration.ZERO)).getFirst();

        await(queue().acknowledge(shard, entry.id()));

        assertEquals(List.of(), await(queue().read(shard, EntryId.ZERO, 1, Duration.ZERO)));
    }

    @Test
    void aKeyOfAnotherTypeIsCorrupt() {
        await(letIn(queue(), shard));
        VoucherId voucher = new VoucherId(1);
        var _ = REDIS.redis(Command.SET, RedisKeys.sale(shard, voucher), "text");

        var _ = failureOf(Corrupt.class, admit(queue(), shard, new Purchase(new OrderId(1), voucher, new UserId(1))));
    }

    @Test
    void aScriptThatTheServerForgotIsSentAgain() {
        await(letIn(queue(), shard));
        var _ = REDIS.redis(Command.SCRIPT, "FLUSH");
        Purchase purchase = new Purchase(new OrderId(1), new VoucherId(1), new UserId(1));

        assertTrue(await(admit(queue(), shard, purchase)).toString().contains("NoSuchSale"));
    }
}
