/** The story of one order, for support. */
@NullMarked
package io.nightmarket.http.history;

import org.jspecify.annotations.NullMarked;
