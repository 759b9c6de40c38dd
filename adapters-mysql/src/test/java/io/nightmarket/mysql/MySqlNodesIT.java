package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.contract.CacheChangesContract;
import io.nightmarket.domain.contract.IdempotencyKeysContract;
import io.nightmarket.domain.contract.LockTableContract;
import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.contract.RunningNodesContract;
import io.nightmarket.domain.contract.SaleMinutesContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.node.Marks;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import io.nightmarket.domain.sale.admission.RequestOutcome;
import io.nightmarket.domain.sale.admission.SaleMinutes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** What nodes share on MySQL. */
final class MySqlNodesIT {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Nested
    final class OfRunningNodes extends RunningNodesContract {
        @Override
        protected RunningNodes nodes() {
            return MYSQL.adapters().runningNodes();
        }

        @Override
        protected void age(RunningNode node, Duration by) {
            var _ = MySqlFixture.execute(
                    "UPDATE running_node SET seen_at = seen_at - INTERVAL ? SECOND WHERE id = ?",
                    by.toSeconds(),
                    node.id());
        }
    }

    @Nested
    final class OfSaleMinutes extends SaleMinutesContract {
        private static long sales = 1_000;

        @Override
        protected SaleMinutes minutes() {
            return MYSQL.adapters().saleMinutes();
        }

        @Override
        protected long newSale() {
            return sales += 1_000;
        }

        @Override
        protected long requests(long sale, Instant minute, RequestOutcome outcome) {
            return number(
                    "SELECT COALESCE(SUM(requests), 0) FROM sale_minute WHERE voucher_id = ? AND minute = ? AND outcome = ?",
                    sale,
                    LocalDateTime.ofInstant(minute, ZoneOffset.UTC),
                    outcome.name());
        }
    }

    @Nested
    final class OfMarks extends MarksContract {
        @Override
        protected Marks marks() {
            return MYSQL.adapters().marks();
        }
    }

    @Nested
    final class OfCacheChanges extends CacheChangesContract {
        @Override
        protected CacheChanges changes() {
            return MYSQL.adapters().cacheChanges();
        }

        @Override
        protected CacheChange note(String cache, String key) {
            var _ = execute("INSERT INTO cache_change (cache, entry) VALUES (?, ?)", cache, key);
            return await(changes().unconfirmed(List.of(cache), "nobody", Duration.ZERO, Long.MAX_VALUE, 1))
                    .getFirst();
        }

        @Override
        protected void elapse(Duration time) {
            Stages.pause(time);
        }
    }

    @Nested
    final class OfIdempotencyKeys extends IdempotencyKeysContract {
        @Override
        protected IdempotencyKeys keys() {
            return MYSQL.adapters().idempotencyKeys();
        }

        @Override
        protected void age(KeyedRequest claimed, Duration by) {
            var _ = MySqlFixture.execute(
                    "UPDATE idempotency_key SET claimed_at = claimed_at - INTERVAL ? SECOND"
                            + " WHERE user_id = ? AND request_key = ?",
                    by.toSeconds(),
                    claimed.user().value(),
                    claimed.key());
        }
    }

    @Nested
    final class OfLockTable extends LockTableContract {
        @Override
        protected LockTable table() {
            return MYSQL.adapters().lockTable();
        }

        @Override
        protected LeaseStore locks() {
            return MYSQL.adapters().leases();
        }

        @Override
        protected String kind() {
            return "row";
        }

        @Override
        protected Instant now() {
            long micros = number("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))");
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
    }

    /** The second of two independent stores is memory. */
    @Nested
    final class OfMultiLock extends MultiLockContract {
        private final LeaseStore memory = new InMemoryLeases(new RealTimers());

        @BeforeAll
        static void connect() {
            await(MYSQL.adapters().ping());
        }

        @Override
        protected LeaseStore one() {
            return MYSQL.adapters().leases();
        }

        @Override
        protected LeaseStore other() {
            return memory;
        }
    }
}
