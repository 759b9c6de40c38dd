package io.nightmarket.bench.sale;

import java.io.IOException;
import java.sql.SQLException;

/** One thing that is measured, with its warm-up and its proof. It leaves nothing in the queue, and the writers running. */
interface Scenario {
    /** On the command line. */
    String name();

    /** How often it tells of its progress. */
    int steps();

    Outcome run(Bench bench) throws IOException, SQLException;
}
