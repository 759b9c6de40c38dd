/** Days on which users checked in. */
@NullMarked
package io.nightmarket.domain.checkin;

import org.jspecify.annotations.NullMarked;
