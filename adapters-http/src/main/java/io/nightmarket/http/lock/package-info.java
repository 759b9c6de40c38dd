/** The locks, for operators. */
@NullMarked
package io.nightmarket.http.lock;

import org.jspecify.annotations.NullMarked;
