/** The notes of those whom a user follows. */
@NullMarked
package io.nightmarket.http.feed;

import org.jspecify.annotations.NullMarked;
