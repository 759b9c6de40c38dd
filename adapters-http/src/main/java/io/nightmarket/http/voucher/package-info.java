/** What shops have on sale. */
@NullMarked
package io.nightmarket.http.voucher;

import org.jspecify.annotations.NullMarked;
