/** The notes of those whom a user follows. */
@NullMarked
package io.nightmarket.domain.feed;

import org.jspecify.annotations.NullMarked;
