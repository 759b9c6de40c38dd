/** How many nodes and servers a number of buyers takes. */
@NullMarked
package io.nightmarket.bench.capacity;

import org.jspecify.annotations.NullMarked;
