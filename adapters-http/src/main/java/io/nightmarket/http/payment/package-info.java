/** Paying orders and getting the money back. */
@NullMarked
package io.nightmarket.http.payment;

import org.jspecify.annotations.NullMarked;
