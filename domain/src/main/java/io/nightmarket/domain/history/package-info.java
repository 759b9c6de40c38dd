/** The history of one order, for support. */
@NullMarked
package io.nightmarket.domain.history;

import org.jspecify.annotations.NullMarked;
