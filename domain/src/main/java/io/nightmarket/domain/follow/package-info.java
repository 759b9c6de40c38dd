/** Who follows whom. */
@NullMarked
package io.nightmarket.domain.follow;

import org.jspecify.annotations.NullMarked;
