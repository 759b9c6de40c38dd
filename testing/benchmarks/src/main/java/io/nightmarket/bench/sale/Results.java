package io.nightmarket.bench.sale;

import com.google.errorprone.annotations.FormatMethod;
import io.nightmarket.bench.report.Finding;
import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.report.Report;
import io.nightmarket.bench.report.Verification;
import io.nightmarket.testkit.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all scenarios find in all rounds. */
final class Results {
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final List<Verification> verifications = new ArrayList<>();

    /** One round's reading of something. */
    void add(String what, String unit, Reading reading, @Nullable Goal goal) {
        Finding known = findings.get(what);
        List<Reading> rounds = new ArrayList<>(known == null ? List.of() : known.rounds());
        rounds.add(reading);
        findings.put(what, new Finding(what, unit, rounds, goal));
    }

    @FormatMethod
    void note(String format, Object... values) {
        notes.add(String.format(Locale.ROOT, format, values));
    }

    @FormatMethod
    void verify(boolean holds, String format, Object... values) {
        verifications.add(new Verification(String.format(Locale.ROOT, format, values), holds));
    }

    Report report(Environment environment) {
        return Report.of("sale", environment, List.copyOf(findings.values()), List.copyOf(notes), verifications);
    }
}
