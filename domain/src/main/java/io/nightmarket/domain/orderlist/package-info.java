/** The orders of a buyer, newest first, with the newest ones in a cache. */
@NullMarked
package io.nightmarket.domain.orderlist;

import org.jspecify.annotations.NullMarked;
