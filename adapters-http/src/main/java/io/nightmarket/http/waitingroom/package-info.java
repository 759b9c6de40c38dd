/** Routes of the waiting rooms of sales. */
@NullMarked
package io.nightmarket.http.waitingroom;

import org.jspecify.annotations.NullMarked;
