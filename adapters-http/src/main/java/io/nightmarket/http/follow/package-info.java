/** Who follows whom. */
@NullMarked
package io.nightmarket.http.follow;

import org.jspecify.annotations.NullMarked;
