package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.IdSegmentsContract;
import io.nightmarket.domain.id.IdLayout;
import io.nightmarket.domain.id.IdSegments;
import java.time.LocalDate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MySqlIdSegmentsIT extends IdSegmentsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    /** An asynchronous replica that was promoted lacks the last grants; the time that passed since stands for them. */
    @Test
    void aDatabaseThatLostItsLastGrantsLeasesAboveTheTimeOfTheDay() {
        LocalDate day = LocalDate.ofEpochDay(number("SELECT DATEDIFF(UTC_DATE(), '1970-01-01')"));
        long _ = await(segments().lease(day, 10));
        var _ = execute("DELETE FROM id_segment WHERE day = ?", day);
        long seconds = number("SELECT TIME_TO_SEC(UTC_TIME())");

        assertTrue(await(segments().lease(day, 10)) > seconds * 49_000);
    }

    @Test
    void aDayThatIsOverHasNumbersLeft() {
        LocalDate day = LocalDate.of(2022, 1, 1);
        long first = await(segments().lease(day, 10));

        assertTrue(first > 86_400L * 49_000 && first < IdLayout.MAX_SEQUENCE, () -> "begins with " + first);
    }

    @Override
    protected IdSegments segments() {
        return MYSQL.adapters().idSegments();
    }
}
