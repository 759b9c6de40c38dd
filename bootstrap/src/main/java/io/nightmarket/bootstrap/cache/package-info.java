/** The caches of a node, each from the same parts. */
@NullMarked
package io.nightmarket.bootstrap.cache;

import org.jspecify.annotations.NullMarked;
