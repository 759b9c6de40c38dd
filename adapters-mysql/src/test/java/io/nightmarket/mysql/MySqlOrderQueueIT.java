package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.Malformed;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MySqlOrderQueueIT extends OrderQueueContract {
    private static final VoucherId SALE = new VoucherId(7);

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @AutoClose
    private static final MySqlFixture OTHER_NODE = new MySqlFixture();

    private final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));

    @Override
    protected WholeQueue queue() {
        return queueOf(Long.MAX_VALUE);
    }

    @Override
    protected WholeQueue queueOf(long maxBacklog) {
        return WholeQueue.of(MYSQL.adapters().queue(maxBacklog));
    }

    @Override
    protected Shard shard() {
        return shard;
    }

    @Override
    protected Instant now() {
        return Instant.ofEpochMilli(
                MySqlFixture.number("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000"));
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    @Override
    protected void appendForeign() {
        append("NULL, NULL, NULL, NULL");
    }

    @Override
    @AfterEach
    protected void loseEverything() {
        for (String rows : List.of("queue_buyer", "queue_adjustment")) {
            var _ = MySqlFixture.execute(
                    "DELETE b FROM " + rows + " b JOIN queue_sale s ON s.book = b.book WHERE s.shard = ?",
                    shard.number());
        }
        for (String table : List.of("queue_shard", "queue_acknowledged", "queue_entry", "queue_sale")) {
            var _ = MySqlFixture.execute("DELETE FROM " + table + " WHERE shard = ?", shard.number());
        }
    }

    /** As some other program might: order, voucher, user and time as SQL. */
    private void append(String values) {
        var _ = MySqlFixture.execute("UPDATE queue_shard SET last_seq = last_seq + 1 WHERE shard = ?", shard.number());
        var _ = MySqlFixture.execute(
                "INSERT INTO queue_entry (shard, ms, seq, order_id, voucher_id, user_id, at_ms)"
                        + " SELECT shard, last_ms, last_seq, " + values + " FROM queue_shard WHERE shard = ?",
                shard.number());
    }

    private LoadedSale openSale(long stock) {
        Instant now = now();
        SaleWindow window = new SaleWindow(now.minusSeconds(3600), now.plusSeconds(3600));
        FlashSale sale = new FlashSale(
                SALE, shard, SaleState.OPEN, window, stock, stock, Acknowledgement.ACCEPTED, 0, SaleOptions.NONE);
        return LoadedSale.of(sale, Map.of(), Set.of());
    }

    private static List<AdmissionRequest> group(int first, int size) {
        return IntStream.range(first, first + size)
                .mapToObj(i -> new AdmissionRequest(new Purchase(new OrderId(i), SALE, new UserId(i)), ""))
                .toList();
    }

    @Test
    void everyKindOfDamageIsTheEntrysOwn() {
        await(letIn(queue(), shard));
        append("1, 2, 3, 4");
        append("NULL, 2, 3, 4");
        append("0, 2, 3, 4");
        append("1, -2, 3, 4");
        append("1, 2, NULL, 4");
        append("1, 2, 3, -4");
        append("5, 2, 3, 4");

        List<QueueEntry> entries = await(queue().read(shard, EntryId.ZERO, 100, Duration.ZERO));

        assertEquals(7, entries.size());
        assertInstanceOf(QueuedOrder.class, entries.getFirst());
        assertInstanceOf(QueuedOrder.class, entries.getLast());
        for (QueueEntry damaged : entries.subList(1, 6)) {
            assertInstanceOf(Malformed.class, damaged);
        }
    }

    @Test
    void aReaderByCursorPassesOverNoneThatManyNodesAdmitAtOnce() {
        int groups = 32;
        int size = 40;
        int all = groups * size;
        await(letIn(queue(), shard));
        await(open(openSale(all)));
        CompletableFuture<List<Long>> read = CompletableFuture.supplyAsync(() -> readOrders(all));

        List<List<Admission>> answers = atOnce(
                groups,
                i -> (i % 2 == 0 ? MYSQL : OTHER_NODE)
                        .adapters()
                        .queue(Long.MAX_VALUE)
                        .orders()
                        .admit(new Epoch(shard, 0), SALE, group(1 + i * size, size)));

        assertTrue(answers.stream().flatMap(List::stream).allMatch(Admission.Accepted.class::isInstance));
        assertEquals(
                LongStream.rangeClosed(1, all).boxed().toList(),
                await(read).stream().sorted().toList());
    }

    /** As the writer reads: on from the last entry seen, acknowledging on the way. */
    private List<Long> readOrders(int count) {
        List<Long> orders = new ArrayList<>();
        EntryId last = EntryId.ZERO;
        while (orders.size() < count) {
            List<QueueEntry> entries = await(queue().read(shard, last, 25, Duration.ofSeconds(5)));
            assertTrue(!entries.isEmpty(), () -> orders.size() + " came");
            entries.forEach(entry -> orders.add(((QueuedOrder) entry).order().value()));
            last = entries.getLast().id();
            await(queue().acknowledge(shard, last));
        }
        return orders;
    }

    @Test
    void aReaderLearnsOfWhatAnOTHER_NODEAdmitted() {
        await(letIn(queue(), shard));
        await(open(openSale(1)));
        CompletableFuture<List<QueueEntry>> waiting =
                queue().read(shard, EntryId.ZERO, 10, Duration.ofSeconds(9)).toCompletableFuture();

        var _ = await(
                OTHER_NODE.adapters().queue(Long.MAX_VALUE).orders().admit(new Epoch(shard, 0), SALE, group(1, 1)));

        assertEquals(1, await(waiting).size());
    }

    @Test
    void theBuyersOfARemovedSaleAreSweptAway() {
        LoadedSale sale = openSale(1200);
        await(letIn(queue(), shard));
        await(open(sale));
        var _ = await(queue().admit(new Epoch(shard, 0), SALE, group(1, 600)));
        var _ = await(queue().admit(new Epoch(shard, 0), SALE, group(601, 600)));
        await(queue().acknowledge(
                        shard,
                        await(queue().read(shard, EntryId.ZERO, 2000, Duration.ZERO))
                                .getLast()
                                .id()));
        long book = MySqlFixture.number("SELECT book FROM queue_sale WHERE shard = ?", shard.number());
        var _ = MySqlFixture.execute("UPDATE queue_book SET opened_ms = opened_ms - 600000 WHERE id = ?", book);

        assertTrue(await(queue().remove(sale.sale())));

        Stages.eventually(
                this::elapse, () -> MySqlFixture.number("SELECT COUNT(*) FROM queue_book WHERE id = ?", book) == 0);
        assertEquals(0, MySqlFixture.number("SELECT COUNT(*) FROM queue_buyer WHERE book = ?", book));
    }

    @Test
    void aLoadingThatIsBeingSweptAwayIsNotOpened() {
        LoadedSale sale = openSale(5);
        await(letIn(queue(), shard));
        SaleOpening opening = await(queue().beginOpening(sale.sale()));
        long book = MySqlFixture.number("SELECT MAX(id) FROM queue_book");
        await(opening.reserve(List.of(new Purchase(new OrderId(1), SALE, new UserId(1)))));
        var _ = MySqlFixture.execute("UPDATE queue_book SET opened_ms = 0 WHERE id = ?", book);

        var _ = failureOf(
                Unavailable.class, opening.reserve(List.of(new Purchase(new OrderId(2), SALE, new UserId(2)))));
        assertInstanceOf(Unavailable.class, failureOf(opening.open(new Epoch(shard, 0), sale.snapshot())));
    }

    @Test
    void asLongAsALockIsHeldByAnotherNobodyIsAdmittedAndNothingIsHalfDone() throws Exception {
        await(letIn(queue(), shard));
        await(open(openSale(5)));
        CompletableFuture<List<Admission>> answer;
        try (var connection = MySqlFixture.connection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            var _ = statement.execute("SELECT * FROM queue_sale WHERE shard = " + shard.number() + " FOR UPDATE");

            answer = queue().admit(new Epoch(shard, 0), SALE, group(1, 1)).toCompletableFuture();

            assertEquals(List.of(), await(queue().read(shard, EntryId.ZERO, 10, Duration.ofMillis(300))));
            connection.rollback();
        }
        assertInstanceOf(Admission.Accepted.class, await(answer).getFirst());
    }
}
