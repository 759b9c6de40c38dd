/** The queue of orders in MySQL. */
@NullMarked
package io.nightmarket.mysql.queue;

import org.jspecify.annotations.NullMarked;
