/** The story of one order, for support. */
@NullMarked
package io.nightmarket.mysql.history;

import org.jspecify.annotations.NullMarked;
