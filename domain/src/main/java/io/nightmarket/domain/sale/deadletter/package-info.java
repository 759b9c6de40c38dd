/** Orders that the database refuses, kept for an operator. */
@NullMarked
package io.nightmarket.domain.sale.deadletter;

import org.jspecify.annotations.NullMarked;
