/** The orders of a buyer, newest first, by the database. */
@NullMarked
package io.nightmarket.mysql.orderlist;

import org.jspecify.annotations.NullMarked;
