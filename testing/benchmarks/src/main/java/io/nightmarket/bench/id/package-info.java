/** The benchmark of ids. */
@NullMarked
package io.nightmarket.bench.id;

import org.jspecify.annotations.NullMarked;
