/** Payments and refunds. */
@NullMarked
package io.nightmarket.mysql.payment;

import org.jspecify.annotations.NullMarked;
