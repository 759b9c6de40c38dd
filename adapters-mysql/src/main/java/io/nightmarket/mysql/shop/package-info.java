/** Shops in MySQL. */
@NullMarked
package io.nightmarket.mysql.shop;

import org.jspecify.annotations.NullMarked;
