/** Orders as the database has them, and their ids and numbers. */
@NullMarked
package io.nightmarket.domain.order;

import org.jspecify.annotations.NullMarked;
