/** What buyers hear of their orders while they look on. */
@NullMarked
package io.nightmarket.mysql.notice;

import org.jspecify.annotations.NullMarked;
