/**
 * The node under test, in a process of its own: the program as it is, with the bare route and the sale of the usual way
 * added to its router, and with its writers on a lead.
 */
@NullMarked
package io.nightmarket.bench.node;

import org.jspecify.annotations.NullMarked;
