/** The notes of those whom a user follows. */
@NullMarked
package io.nightmarket.mysql.feed;

import org.jspecify.annotations.NullMarked;
