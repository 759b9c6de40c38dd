/** What buyers hear of their orders while they look on. */
@NullMarked
package io.nightmarket.domain.notice;

import org.jspecify.annotations.NullMarked;
