/** Vouchers that are not in a flash sale. */
@NullMarked
package io.nightmarket.mysql.voucher;

import org.jspecify.annotations.NullMarked;
