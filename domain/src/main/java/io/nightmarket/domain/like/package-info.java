/** Who likes which note. */
@NullMarked
package io.nightmarket.domain.like;

import org.jspecify.annotations.NullMarked;
