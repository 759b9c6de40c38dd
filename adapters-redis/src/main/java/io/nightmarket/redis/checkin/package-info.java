/** Bitmaps of check-ins. */
@NullMarked
package io.nightmarket.redis.checkin;

import org.jspecify.annotations.NullMarked;
