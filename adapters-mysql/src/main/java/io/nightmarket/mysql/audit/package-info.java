/** The audit trail in MySQL. */
@NullMarked
package io.nightmarket.mysql.audit;

import org.jspecify.annotations.NullMarked;
