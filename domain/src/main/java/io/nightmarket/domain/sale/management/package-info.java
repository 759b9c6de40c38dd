/** Making, loading, restocking, pausing and clearing away sales. */
@NullMarked
package io.nightmarket.domain.sale.management;

import org.jspecify.annotations.NullMarked;
