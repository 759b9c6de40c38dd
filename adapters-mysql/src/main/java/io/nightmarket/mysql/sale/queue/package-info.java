/** The queue of orders on MySQL tables. */
@NullMarked
package io.nightmarket.mysql.sale.queue;

import org.jspecify.annotations.NullMarked;
