/** Payment gateways. */
@NullMarked
package io.nightmarket.bootstrap.payment;

import org.jspecify.annotations.NullMarked;
