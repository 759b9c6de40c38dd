/** The benchmark of queues of orders: how fast they are, and which clauses of the contract each of them keeps. */
@NullMarked
package io.nightmarket.bench.queue;

import org.jspecify.annotations.NullMarked;
