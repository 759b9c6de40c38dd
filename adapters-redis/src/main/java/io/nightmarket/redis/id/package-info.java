/** Runs of ids. */
@NullMarked
package io.nightmarket.redis.id;

import org.jspecify.annotations.NullMarked;
