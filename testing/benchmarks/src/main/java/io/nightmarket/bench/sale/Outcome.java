package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Goal;
import io.nightmarket.bench.report.Proof;
import io.nightmarket.bench.report.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one round of a scenario found: the same lines in each round. */
record Outcome(List<Line> lines, List<String> notes, List<Proof> proofs) {
    Outcome {
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
        proofs = List.copyOf(proofs);
    }

    /** A reading, and what it is of. */
    record Line(
            String what,
            String unit,
            Reading reading,
            @Nullable Goal goal) {}

    static Outcome of(List<Line> lines, List<Proof> proofs) {
        return new Outcome(lines, List.of(), proofs);
    }
}
