/** Requests that may be repeated under a key of the client's. */
@NullMarked
package io.nightmarket.http.idempotency;

import org.jspecify.annotations.NullMarked;
