/** The life of an order after it was settled, but for its payments. */
@NullMarked
package io.nightmarket.domain.lifecycle;

import org.jspecify.annotations.NullMarked;
