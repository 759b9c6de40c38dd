/** What benchmarks find, as a table and as JSON of one shape. */
@NullMarked
package io.nightmarket.bench.report;

import org.jspecify.annotations.NullMarked;
