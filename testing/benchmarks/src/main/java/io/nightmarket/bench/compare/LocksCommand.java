package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Servers;
import io.nightmarket.bench.compare.Comparison.Better;
import io.nightmarket.bench.compare.LockWorkload.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import picocli.CommandLine.Command;

/**
 * Measures locks against those of Redisson, on one Redis in one run, and verifies that each had one holder at a time.
 * Those on MySQL take part for information.
 */
@Command(
        name = "locks",
        description = "Measures locks side by side with those of Redisson.",
        mixinStandardHelpOptions = true)
public final class LocksCommand extends SideBySide {
    private static final int MANY_KEYS = 64;
    private static final int WAITERS = 32;
    private static final Duration NO_WAIT = Duration.ZERO;

    private final LockWorkload alone = new LockWorkload("take and release, one after the other", 1, 1, NO_WAIT);
    private final LockWorkload fenced = new LockWorkload("the same with a fencing token", 1, 1, NO_WAIT);
    private final LockWorkload many =
            new LockWorkload("take and release on " + MANY_KEYS + " keys at once", MANY_KEYS, MANY_KEYS, NO_WAIT);
    private final LockWorkload queue =
            new LockWorkload("one key, " + WAITERS + " waiters", WAITERS, 1, Duration.ofSeconds(60));
    private final List<LockWorkload> workloads = List.of(alone, fenced, many, queue);

    public LocksCommand() {
        super("locks");
    }

    @Override
    void measure(Servers servers, Path folder) throws IOException {
        try (LockCandidates candidates = new LockCandidates(servers)) {
            LockCandidate ours = candidates.ours();
            LockCandidate redisson = candidates.redisson();
            LockCandidate rows = candidates.oursOnRows();
            LockCandidate token = candidates.redissonFenced();
            var _ = rates(alone, redisson, List.of(ours, redisson, rows));
            var _ = rates(fenced, token, List.of(ours, token));
            var _ = rates(many, redisson, List.of(ours, redisson, rows));
            var handOvers = rates(queue, redisson, List.of(ours, redisson, candidates.redissonFair()));
            for (double percentile : List.of(50.0, 99.0)) {
                String name = String.format(
                        Locale.ROOT, "%s: from a release to the next start, p%.0f", queue.name(), percentile);
                compare(name, "ms", Better.LOWER, redisson, handOvers, round -> round.idleMillis(percentile));
            }
            verify();
        }
    }

    private SequencedMap<LockCandidate, List<Round>> rates(
            LockWorkload workload, LockCandidate peer, List<LockCandidate> candidates) throws IOException {
        var rounds = alternately(workload.name(), candidates, candidate -> workload.round(candidate, length()));
        compare(workload.name(), "per second", Better.HIGHER, peer, rounds, Round::rate);
        return rounds;
    }

    private void verify() {
        long held = workloads.stream().mapToLong(LockWorkload::held).sum();
        long counted = workloads.stream().mapToLong(LockWorkload::counted).sum();
        long clashes = workloads.stream().mapToLong(LockWorkload::clashes).sum();
        report.verify(held > 0 && held == counted, "%,d holds counted %,d under the locks.", held, counted);
        report.verify(clashes == 0, "%,d times two holders at once, or a token that did not grow.", clashes);
    }
}
