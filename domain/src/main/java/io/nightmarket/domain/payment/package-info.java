/** Payments of orders and their refunds. */
@NullMarked
package io.nightmarket.domain.payment;

import org.jspecify.annotations.NullMarked;
