package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.report.Proof;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderQueue;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** What Redis and MySQL say of sales, asked past the node under test. */
final class Books {
    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(10);
    private static final Duration PROOF_LIMIT = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Connection database;
    private final OrderQueue queue;

    Books(Connection database, OrderQueue queue) {
        this.database = database;
        this.queue = queue;
    }

    Sale sale(long voucher) throws SQLException {
        Shard shard = new Shard(Math.toIntExact(number("SELECT shard FROM flash_sale WHERE voucher_id = ?", voucher)));
        long epoch = number("SELECT epoch FROM order_shard WHERE shard = ?", shard.number());
        return new Sale(
                new VoucherId(voucher),
                new Epoch(shard, epoch),
                number("SELECT issued FROM flash_sale WHERE voucher_id = ?", voucher));
    }

    /** How many orders are committed: the stock falls in their transactions. */
    long written(List<Sale> sales) throws SQLException {
        long written = 0;
        for (Sale sale : sales) {
            written += sale.issued() - stock(sale);
        }
        return written;
    }

    /** How many units were taken from Redis. */
    long taken(List<Sale> sales) throws IOException {
        long taken = 0;
        for (Sale sale : sales) {
            taken += sale.issued() - free(sale);
        }
        return taken;
    }

    /** Waits until what was taken is written and nothing more is taken; answers how many that are. */
    long awaitSettled(List<Sale> sales) throws IOException, SQLException {
        long deadline = System.nanoTime() + SETTLE_LIMIT.toNanos();
        long known = -1;
        long taken = taken(sales);
        long written = written(sales);
        while (taken != known || written != taken) {
            if (System.nanoTime() - deadline >= 0) {
                throw new IOException(
                        "not settled within " + SETTLE_LIMIT + ": " + taken + " taken, " + written + " written");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            known = taken;
            taken = taken(sales);
            written = written(sales);
        }
        return taken;
    }

    /** Waits until nothing is written any more, where no queue tells what is on its way. */
    void awaitQuiet(List<Sale> sales) throws SQLException {
        long known = -1;
        for (long written = written(sales); written != known; written = written(sales)) {
            known = written;
            LockSupport.parkNanos(QUIET.toNanos());
        }
    }

    /**
     * That nothing was sold twice, to nobody twice, that every accepted order is a row, and that Redis and MySQL agree.
     *
     * @param accepted so many orders were seen to be accepted; what was on its way at the end was not seen
     */
    Proof proof(String of, List<Sale> sales, long accepted) throws IOException, SQLException {
        return lasting(() -> look(of, sales, accepted));
    }

    /** As {@link #proof}, of sales that Redis has nothing to do with. */
    Proof proofWithoutQueue(String of, List<Sale> sales, long accepted) throws IOException, SQLException {
        return lasting(() -> lookWithoutQueue(of, sales, accepted));
    }

    /** One look at all books. */
    @FunctionalInterface
    private interface Look {
        Proof proof() throws IOException, SQLException;
    }

    /** What was on its way at the end may go on between two questions of a look; what is broken stays so. */
    private static Proof lasting(Look look) throws IOException, SQLException {
        long deadline = System.nanoTime() + PROOF_LIMIT.toNanos();
        Proof proof = look.proof();
        while (!proof.holds() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(QUIET.toNanos());
            proof = look.proof();
        }
        return proof;
    }

    private Proof look(String of, List<Sale> sales, long accepted) throws IOException, SQLException {
        long free = 0;
        for (Sale sale : sales) {
            free += free(sale);
        }
        Count count = count(sales);
        return new Proof(
                text(of, sales, accepted, count) + String.format(Locale.ROOT, ", Redis has %,d free.", free),
                count.holds(issued(sales), accepted) && count.stock() == free);
    }

    private Proof lookWithoutQueue(String of, List<Sale> sales, long accepted) throws SQLException {
        Count count = count(sales);
        return new Proof(text(of, sales, accepted, count) + '.', count.holds(issued(sales), accepted));
    }

    private record Count(long stock, long claims, long orders, long buyers) {
        boolean holds(long issued, long accepted) {
            return stock >= 0 && issued == stock + claims && claims == orders && orders == buyers && orders >= accepted;
        }
    }

    private Count count(List<Sale> sales) throws SQLException {
        Count sum = new Count(0, 0, 0, 0);
        for (Sale sale : sales) {
            long voucher = sale.voucher().value();
            sum = new Count(
                    sum.stock() + stock(sale),
                    sum.claims() + number("SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?", voucher),
                    sum.orders() + number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", voucher),
                    sum.buyers()
                            + number(
                                    "SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?",
                                    voucher));
        }
        return sum;
    }

    private static String text(String of, List<Sale> sales, long accepted, Count count) {
        return String.format(
                Locale.ROOT,
                "%s: issued %,d in %d sales, %,d seen accepted; MySQL has stock %,d, claims %,d, orders %,d of %,d buyers",
                of,
                issued(sales),
                sales.size(),
                accepted,
                count.stock(),
                count.claims(),
                count.orders(),
                count.buyers());
    }

    private static long issued(List<Sale> sales) {
        return sales.stream().mapToLong(Sale::issued).sum();
    }

    private long stock(Sale sale) throws SQLException {
        return number(
                "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?",
                sale.voucher().value());
    }

    private long free(Sale sale) throws IOException {
        return await(queue.free(sale.shard(), sale.voucher())).orElse(0L);
    }

    private long number(String sql, long voucher) throws SQLException {
        try (PreparedStatement statement = database.prepareStatement(sql)) {
            statement.setLong(1, voucher);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }
}
