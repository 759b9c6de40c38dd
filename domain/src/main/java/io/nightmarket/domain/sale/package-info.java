/** A flash sale: what is sold, when, on which shard. What all rooms of the sale share. */
package io.nightmarket.domain.sale;
