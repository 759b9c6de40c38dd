/** Reads through a cache that may be stale, may know of an absence, or may be gone. */
@NullMarked
package io.nightmarket.domain.cache;

import org.jspecify.annotations.NullMarked;
