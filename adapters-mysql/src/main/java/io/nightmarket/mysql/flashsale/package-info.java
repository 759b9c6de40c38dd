/** Vouchers and flash sales in MySQL. */
@NullMarked
package io.nightmarket.mysql.flashsale;

import org.jspecify.annotations.NullMarked;
