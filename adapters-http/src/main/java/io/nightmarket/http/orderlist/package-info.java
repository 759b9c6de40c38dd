/** The orders of a buyer, newest first. */
@NullMarked
package io.nightmarket.http.orderlist;

import org.jspecify.annotations.NullMarked;
