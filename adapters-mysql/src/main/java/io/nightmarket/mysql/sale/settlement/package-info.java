/** Settles orders under a fencing token; dead letters and pending releases. */
@NullMarked
package io.nightmarket.mysql.sale.settlement;

import org.jspecify.annotations.NullMarked;
