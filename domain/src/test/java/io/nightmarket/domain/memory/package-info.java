/** Adapters that keep everything in memory: for tests, and held to the same contracts as the real ones. */
@NullMarked
package io.nightmarket.domain.memory;

import org.jspecify.annotations.NullMarked;
