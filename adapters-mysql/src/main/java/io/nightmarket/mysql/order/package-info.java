/** Reads orders. */
@NullMarked
package io.nightmarket.mysql.order;

import org.jspecify.annotations.NullMarked;
