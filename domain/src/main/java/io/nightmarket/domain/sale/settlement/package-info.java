/** Accepted orders, from the queue into the database. */
@NullMarked
package io.nightmarket.domain.sale.settlement;

import org.jspecify.annotations.NullMarked;
