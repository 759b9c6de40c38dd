/** Likes of notes. */
@NullMarked
package io.nightmarket.http.like;

import org.jspecify.annotations.NullMarked;
