/**
 * Benchmarks that measure candidates side by side: ids, locks and queues of orders, and which clauses of its contract each
 * of them keeps.
 */
@NullMarked
package io.nightmarket.bench.compare;

import org.jspecify.annotations.NullMarked;
