/** Vouchers, their sale, and buying one. */
@NullMarked
package io.nightmarket.http.sale;

import org.jspecify.annotations.NullMarked;
