/** Mutual exclusion between nodes. */
@NullMarked
package io.nightmarket.domain.lock;

import org.jspecify.annotations.NullMarked;
