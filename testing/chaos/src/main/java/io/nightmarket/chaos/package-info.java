/** Plays sales, breaks what can break, and proves that the promise was kept. */
@NullMarked
package io.nightmarket.chaos;

import org.jspecify.annotations.NullMarked;
