/** Orders: from the queue into the books. */
@NullMarked
package io.nightmarket.domain.order;

import org.jspecify.annotations.NullMarked;
