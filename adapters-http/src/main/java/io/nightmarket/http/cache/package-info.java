/** The caches, for operators. */
@NullMarked
package io.nightmarket.http.cache;

import org.jspecify.annotations.NullMarked;
