/** Compares what the queue and the database hold of a sale. */
@NullMarked
package io.nightmarket.domain.sale.audit;

import org.jspecify.annotations.NullMarked;
