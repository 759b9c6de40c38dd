package io.nightmarket.mysql;

import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.demo.DemoData;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class MySqlSchemaIT {
    private static final String DEMO = "(SELECT id FROM tb_voucher WHERE id = 1 AND title LIKE '今夜开抢%')";

    @Test
    void migratingAgainChangesNothing() {
        MySqlSchema.migrate(MySqlFixture.CONFIG);
        long applied = number("SELECT COUNT(*) FROM flyway_schema_history");
        MySqlSchema.migrate(MySqlFixture.CONFIG);
        assertEquals(applied, number("SELECT COUNT(*) FROM flyway_schema_history"));
    }

    @Test
    void aServerThatIsNotThereIsNamedWithoutThePassword() {
        MySqlConfig nowhere = new MySqlConfig(
                "mysql://nm:secret-word@127.0.0.1:1/nothing", 1, Duration.ofSeconds(1), Duration.ofSeconds(1));
        String said = String.valueOf(assertThrows(MySqlSchemaException.class, () -> MySqlSchema.migrate(nowhere))
                .getMessage());
        assertTrue(said.contains("127.0.0.1:1"), said);
        assertFalse(said.contains("secret-word"), said);
    }

    @Test
    void demoDataIsLoadedOnceAndItsOpenSaleStaysOpen() {
        MySqlSchema.migrate(MySqlFixture.CONFIG);
        Instant now = Instant.now();
        DemoData.load(MySqlFixture.CONFIG, Clock.fixed(now, ZoneOffset.UTC));
        long shops = number("SELECT COUNT(*) FROM tb_shop");
        long vouchers = number("SELECT COUNT(*) FROM tb_voucher");
        Instant later = now.plus(Duration.ofDays(8));
        DemoData.load(MySqlFixture.CONFIG, Clock.fixed(later, ZoneOffset.UTC));
        assertEquals(shops, number("SELECT COUNT(*) FROM tb_shop"));
        assertEquals(vouchers, number("SELECT COUNT(*) FROM tb_voucher"));
        long demo = number("SELECT COUNT(*) FROM tb_voucher WHERE id IN " + DEMO);
        assertEquals(
                demo,
                number(
                        "SELECT COUNT(*) FROM tb_seckill_voucher WHERE voucher_id IN " + DEMO
                                + " AND begin_time < ? AND end_time > ?",
                        later,
                        later));
        var _ = execute(
                "UPDATE tb_seckill_voucher SET begin_time = ?, end_time = ? WHERE voucher_id IN " + DEMO,
                now.minusSeconds(3600),
                now.plus(Duration.ofDays(7)));
    }
}
