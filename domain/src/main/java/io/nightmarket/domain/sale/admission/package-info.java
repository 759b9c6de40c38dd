/** A purchase request, from the click to the answer. */
@NullMarked
package io.nightmarket.domain.sale.admission;

import org.jspecify.annotations.NullMarked;
