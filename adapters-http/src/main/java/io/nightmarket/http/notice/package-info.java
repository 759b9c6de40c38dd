/** Notices: events of orders for their buyers, as list and stream. */
@NullMarked
package io.nightmarket.http.notice;

import org.jspecify.annotations.NullMarked;
