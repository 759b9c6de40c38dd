/** Buyers who wait for a unit of a sale that is sold out. */
@NullMarked
package io.nightmarket.mysql.waitlist;

import org.jspecify.annotations.NullMarked;
