package io.nightmarket.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a benchmark of several contestants runs, and where its findings go. */
public final class RunOptions {
    @Option(names = "--rounds", description = "rounds of every contestant, in turn (7)")
    private int rounds = 7;

    @Option(names = "--millis", description = "length of a round at most (1500)")
    private int millis = 1_500;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there, too")
    private @Nullable Path json;

    public Duration round() {
        return Duration.ofMillis(millis);
    }

    public Rounds rounds(PrintStream progress) {
        return new Rounds(Math.max(1, rounds), progress);
    }

    /** Tells the findings; answers the exit code, which is 1 when a promise was broken. */
    public int tell(Report report, PrintStream out) throws IOException {
        out.println();
        report.print(out);
        if (json != null) {
            report.write(json);
        }
        return report.isProven() ? 0 : 1;
    }
}
