/** What all benchmarks share: the servers that they run on, and what they find, as a table and as JSON. */
@NullMarked
package io.nightmarket.bench.common;

import org.jspecify.annotations.NullMarked;
