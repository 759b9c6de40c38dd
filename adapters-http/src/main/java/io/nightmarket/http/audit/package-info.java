/** The audit trail: what is written to it, and how administrators read it. */
@NullMarked
package io.nightmarket.http.audit;

import org.jspecify.annotations.NullMarked;
