/** Comments on notes, and replies to them. */
@NullMarked
package io.nightmarket.domain.comment;

import org.jspecify.annotations.NullMarked;
