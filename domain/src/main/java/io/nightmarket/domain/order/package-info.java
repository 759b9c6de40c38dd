/** Orders: from the queue into the database. */
@NullMarked
package io.nightmarket.domain.order;

import org.jspecify.annotations.NullMarked;
