/** Notices: events of orders for their buyers, as list and stream. */
@NullMarked
package io.nightmarket.domain.notice;

import org.jspecify.annotations.NullMarked;
