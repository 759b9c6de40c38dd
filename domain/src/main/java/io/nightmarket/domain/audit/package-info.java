/** The audit trail: logins, refusals, and what merchants and administrators change. */
@NullMarked
package io.nightmarket.domain.audit;

import org.jspecify.annotations.NullMarked;
