package io.nightmarket.bench.sale;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Measures one thing, with its warm-up and its verification, and adds what it finds. It leaves nothing in the queue, and
 * the writers running.
 */
@FunctionalInterface
interface Scenario {
    void run(Bench bench) throws IOException, SQLException;
}
