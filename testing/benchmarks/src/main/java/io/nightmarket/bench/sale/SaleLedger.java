package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.common.Report;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueAudit;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.SaleDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What Redis and MySQL have of sales, asked past the node under test. */
final class SaleLedger {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration VERIFICATION_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final SaleDatabase database;
    private final QueueAudit queue;

    SaleLedger(SaleDatabase database, QueueAudit queue) {
        this.database = database;
        this.queue = queue;
    }

    Sale sale(long voucher) throws SQLException {
        Shard shard = new Shard(database.shard(voucher));
        Epoch epoch = new Epoch(shard, database.epoch(shard.number()));
        return new Sale(new VoucherId(voucher), epoch, database.issued(voucher));
    }

    /** How many orders are committed. */
    long written(List<Sale> sales) throws SQLException {
        long written = 0;
        for (Sale sale : sales) {
            written += database.written(sale.voucher().value());
        }
        return written;
    }

    /** How many units were taken from Redis. */
    long taken(List<Sale> sales) throws IOException {
        return issued(sales) - available(sales);
    }

    private long available(List<Sale> sales) throws IOException {
        long available = 0;
        for (Sale sale : sales) {
            available += await(queue.count(sale.epoch().shard(), sale.voucher()))
                    .map(QueueCount::available)
                    .orElse(0L);
        }
        return available;
    }

    private static long issued(List<Sale> sales) {
        return sales.stream().mapToLong(Sale::issued).sum();
    }

    /** Waits until what was taken is written and nothing more is taken; answers how many that are. */
    long awaitSettled(List<Sale> sales) throws IOException, SQLException {
        long deadline = System.nanoTime() + SETTLE_TIMEOUT.toNanos();
        long known = -1;
        long taken = taken(sales);
        long written = written(sales);
        while (taken != known || written != taken) {
            if (System.nanoTime() - deadline >= 0) {
                throw new IOException(
                        "not settled within " + SETTLE_TIMEOUT + ": " + taken + " taken, " + written + " written");
            }
            Eventually.rest(PAUSE);
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
            Eventually.rest(QUIET);
        }
    }

    /**
     * Verifies that nothing was sold twice, to no user twice, that every accepted order is a row, and that Redis and MySQL
     * agree. What was on its way at the end may go on between two questions; what is broken stays so.
     *
     * @param accepted orders that were seen to be accepted; what was on its way at the end was not seen
     * @param queued whether Redis has anything to do with the sales
     */
    void verify(Report report, String of, List<Sale> sales, long accepted, boolean queued)
            throws IOException, SQLException {
        Count[] count = {count(sales, accepted, queued)};
        boolean _ = Eventually.within(VERIFICATION_TIMEOUT, () -> {
            count[0] = count(sales, accepted, queued);
            return count[0].holds();
        });
        report.verify(count[0].holds(), "%s: %s", of, count[0]);
    }

    private record Count(
            long sales, long accepted, long issued, long stock, long claims, long orders, long buyers, long free) {
        boolean holds() {
            return stock >= 0
                    && issued == stock + claims
                    && claims == orders
                    && orders == buyers
                    && orders >= accepted
                    && stock == free;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "issued %,d in %d sales, %,d seen accepted; MySQL has stock %,d, claims %,d, orders %,d of %,d buyers,"
                            + " Redis has %,d free.",
                    issued,
                    sales,
                    accepted,
                    stock,
                    claims,
                    orders,
                    buyers,
                    free);
        }
    }

    private Count count(List<Sale> sales, long accepted, boolean queued) throws IOException, SQLException {
        long stock = sum(sales, "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?");
        return new Count(
                sales.size(),
                accepted,
                issued(sales),
                stock,
                sum(sales, "SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?"),
                sum(sales, "SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?"),
                sum(sales, "SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?"),
                queued ? available(sales) : stock);
    }

    private long sum(List<Sale> sales, String sql) throws SQLException {
        long sum = 0;
        for (Sale sale : sales) {
            sum += database.number(sql, sale.voucher().value());
        }
        return sum;
    }
}
