/** A flash sale: what is sold, when, on which shard. What all rooms of the sale share. */
@NullMarked
package io.nightmarket.domain.sale;

import org.jspecify.annotations.NullMarked;
