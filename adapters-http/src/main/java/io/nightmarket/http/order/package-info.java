/** What became of an order. */
@NullMarked
package io.nightmarket.http.order;

import org.jspecify.annotations.NullMarked;
