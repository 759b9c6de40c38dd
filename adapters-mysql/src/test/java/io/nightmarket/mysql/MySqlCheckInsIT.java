package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.domain.checkin.CheckIns.Day;
import io.nightmarket.domain.contract.CheckInsContract;
import io.nightmarket.testkit.SiteDatabase;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlCheckInsIT extends CheckInsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected CheckIns checkIns() {
        return MYSQL.adapters().checkIns();
    }

    @Override
    protected UserId newUser() {
        return MySqlFixture.newUser();
    }

    @Test
    void anAdoptedDayWithoutTheFlagWasNotMadeUp() {
        UserId user = newUser();
        LocalDate day = LocalDate.of(2026, 11, 20);
        var _ = MySqlFixture.execute(
                "INSERT INTO tb_sign (user_id, year, month, date) VALUES (?, 2026, 11, '2026-11-20')", user.value());
        assertEquals(List.of(new Day(day, false)), await(checkIns().days(user, day, day)));
    }

    @Test
    void ofRowsThatSayTheSameTheOldestStays() {
        try (SiteDatabase site = SiteDatabase.ofASite()) {
            for (String row :
                    List.of("(1, 5, '2026-11-20', 0)", "(2, 5, '2026-11-20', 1)", "(3, 6, '2026-11-20', 1)")) {
                site.run("INSERT INTO tb_sign (id, user_id, date, is_backup, year, month) VALUES "
                        + row.replace(")", ", 2026, 11)"));
            }
            MySqlSchema.migrate(MySqlFixture.config(site));
            assertEquals(
                    List.of("1|5|0", "3|6|1"), site.rows("SELECT id, user_id, is_backup FROM tb_sign ORDER BY id"));
        }
    }
}
