package io.nightmarket.testkit;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/** Shows how far a run is: a bar that is drawn again where there is a terminal, a line for each step elsewhere. */
public final class Progress {
    private static final int WIDTH = 30;

    private final PrintStream out;
    private final boolean redraws;
    private final int steps;
    private int done;

    /** @param steps how many the run has */
    public Progress(PrintStream out, boolean redraws, int steps) {
        this.out = out;
        this.redraws = redraws;
        this.steps = steps;
    }

    /** On this process' terminal, if it has one. */
    public static Progress ofThisProcess(int steps) {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new Progress(System.err, terminal, steps);
    }

    /** The next step begins. */
    public void step(String what) {
        draw(what);
        done = Math.min(steps, done + 1);
    }

    /** More of the step under way; said on a terminal alone. */
    public void detail(String what) {
        if (redraws) {
            draw(what);
        }
    }

    private void draw(String what) {
        int filled = WIDTH * done / Math.max(1, steps);
        String bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
        if (redraws) {
            out.printf(Locale.ROOT, "\r\033[K[%s] %3d%% %s", bar, 100 * done / Math.max(1, steps), what);
            out.flush();
        } else {
            out.printf(Locale.ROOT, "[%d/%d] %s%n", Math.min(steps, done + 1), steps, what);
        }
    }

    /** Leaves the line to others. */
    public void end() {
        if (redraws) {
            out.print("\r\033[K");
            out.flush();
        }
    }
}
