package io.nightmarket.bench.sale;

import java.io.IOException;
import java.sql.SQLException;

/**
 * One thing that is measured, with its warm-up and its verification. It leaves nothing in the queue, and the writers
 * running.
 *
 * @param name on the command line
 */
record Scenario(String name, Body body) {
    /** Measures, and adds what it finds to the results. */
    @FunctionalInterface
    interface Body {
        void run(Bench bench) throws IOException, SQLException;
    }
}
