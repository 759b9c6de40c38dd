/** Check-ins day by day. */
@NullMarked
package io.nightmarket.http.checkin;

import org.jspecify.annotations.NullMarked;
