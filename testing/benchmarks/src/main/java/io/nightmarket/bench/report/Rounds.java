package io.nightmarket.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Has contestants run in turn, round by round, so that a slow moment of the machine hits all alike. Before the rounds that
 * count there is one to get warm.
 */
public record Rounds(int count, PrintStream progress) {
    /** One run of one contestant. */
    @FunctionalInterface
    public interface Run<C, R> {
        R of(C contestant) throws IOException;
    }

    /** What each contestant's runs brought, without the first. */
    public <C, R> SequencedMap<C, List<R>> run(String discipline, List<C> contestants, Run<C, R> run)
            throws IOException {
        SequencedMap<C, List<R>> results = new LinkedHashMap<>();
        contestants.forEach(contestant -> results.put(contestant, new ArrayList<>()));
        progress.print(discipline + " ");
        for (int round = 0; round <= count; round++) {
            for (Map.Entry<C, List<R>> entry : results.entrySet()) {
                R result = run.of(entry.getKey());
                if (round > 0) {
                    entry.getValue().add(result);
                }
                progress.print('.');
                progress.flush();
            }
        }
        progress.println();
        return results;
    }
}
