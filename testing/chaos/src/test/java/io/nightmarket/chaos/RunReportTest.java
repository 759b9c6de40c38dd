package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.chaos.RunReport.SaleSize;
import io.nightmarket.chaos.check.Measurements;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RunReportTest {
    private static RunReport brokenOff(SaleSize size, OptionalLong injectedAt) {
        return new RunReport(
                Fault.KILL_REDIS,
                7,
                size,
                injectedAt,
                Tally.of(List.of(), 0),
                Measurements.NONE,
                Duration.ZERO,
                Duration.ZERO,
                List.of(RunReport.breakOff(new IOException("no word", new IOException("cut")))),
                NodeLogs.Kept.NOTHING);
    }

    private static String printed(RunReport report) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        report.printViolations(new PrintStream(said, true, StandardCharsets.UTF_8));
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aRunThatBrokeOffIsAViolationWithItsCause() {
        RunReport report = brokenOff(SaleSize.USUAL, OptionalLong.empty());
        assertTrue(report.brokeOff());
        assertFalse(report.isClean());
        String text = printed(report);
        assertTrue(text.contains("the run broke off: java.io.IOException: no word"), text);
        assertTrue(text.contains("caused by java.io.IOException: cut"), text);
    }

    @Test
    void theLineThatRepeatsARunNamesWhatIsNotUsual() {
        assertTrue(
                printed(brokenOff(SaleSize.USUAL, OptionalLong.empty())).contains("\"--fault kill-redis --seed 7\""));
        String text = printed(brokenOff(new SaleSize(2_000, 500), OptionalLong.empty()));
        assertTrue(text.contains("\"--fault kill-redis --seed 7 --buyers 2000 --stock 500\""), text);
    }

    @Test
    void aStrikeIsToldWithTheUnitsThatItMet() {
        RunReport late = brokenOff(SaleSize.USUAL, OptionalLong.of(0));
        assertTrue(late.struckTooLate());
        assertEquals(0L, late.toJson().getLong("injectedAt"));
        assertFalse(brokenOff(SaleSize.USUAL, OptionalLong.of(1)).struckTooLate());
        assertFalse(brokenOff(SaleSize.USUAL, OptionalLong.empty()).toJson().containsKey("injectedAt"));
    }
}
