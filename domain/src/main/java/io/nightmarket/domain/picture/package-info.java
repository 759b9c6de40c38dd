/** Pictures that users upload. */
@NullMarked
package io.nightmarket.domain.picture;

import org.jspecify.annotations.NullMarked;
