/** Orders and their books in MySQL. */
@NullMarked
package io.nightmarket.mysql.order;

import org.jspecify.annotations.NullMarked;
