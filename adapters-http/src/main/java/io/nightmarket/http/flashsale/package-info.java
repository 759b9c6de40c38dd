/** Vouchers, their sale, and buying one. */
@NullMarked
package io.nightmarket.http.flashsale;

import org.jspecify.annotations.NullMarked;
