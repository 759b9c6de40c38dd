/** The benchmark of this product: a fresh node on fresh servers, a bare route beside it, and wrk against both. */
@NullMarked
package io.nightmarket.bench.sale;

import org.jspecify.annotations.NullMarked;
