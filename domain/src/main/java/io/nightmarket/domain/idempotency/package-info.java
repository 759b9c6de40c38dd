/** Requests that may be repeated under a key of the client's. */
@NullMarked
package io.nightmarket.domain.idempotency;

import org.jspecify.annotations.NullMarked;
