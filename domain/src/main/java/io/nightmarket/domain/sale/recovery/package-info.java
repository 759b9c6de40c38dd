/** The writer of a shard: takes the lease, recovers the queue, settles. */
@NullMarked
package io.nightmarket.domain.sale.recovery;

import org.jspecify.annotations.NullMarked;
