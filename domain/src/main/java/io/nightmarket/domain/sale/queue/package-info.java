/** The ports where buyers are admitted and orders wait for the database. */
@NullMarked
package io.nightmarket.domain.sale.queue;

import org.jspecify.annotations.NullMarked;
