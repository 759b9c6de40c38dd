@NullMarked
package io.nightmarket.bench.sale;

import org.jspecify.annotations.NullMarked;
