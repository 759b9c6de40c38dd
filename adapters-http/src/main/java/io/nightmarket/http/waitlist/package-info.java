/** Routes of the waitlists of sales. */
@NullMarked
package io.nightmarket.http.waitlist;

import org.jspecify.annotations.NullMarked;
