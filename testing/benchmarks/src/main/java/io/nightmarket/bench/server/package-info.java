/** The servers that benchmarks run on. */
@NullMarked
package io.nightmarket.bench.server;

import org.jspecify.annotations.NullMarked;
