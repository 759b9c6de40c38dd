/** Tests of check-ins. */
@NullMarked
package io.nightmarket.domain.checkin;

import org.jspecify.annotations.NullMarked;
