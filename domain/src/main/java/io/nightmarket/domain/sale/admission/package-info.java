/** A purchase request, from its arrival to the answer. */
@NullMarked
package io.nightmarket.domain.sale.admission;

import org.jspecify.annotations.NullMarked;
