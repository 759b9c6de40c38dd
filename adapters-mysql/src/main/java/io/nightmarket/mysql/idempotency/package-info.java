/** Keys of requests that may be repeated. */
@NullMarked
package io.nightmarket.mysql.idempotency;

import org.jspecify.annotations.NullMarked;
