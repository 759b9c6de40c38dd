/** Recorded changes of cached values. */
@NullMarked
package io.nightmarket.mysql.cache;

import org.jspecify.annotations.NullMarked;
