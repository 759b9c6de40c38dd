/** Ids that are unique over all nodes. */
@NullMarked
package io.nightmarket.domain.id;

import org.jspecify.annotations.NullMarked;
