/** Who follows whom, in tables. */
@NullMarked
package io.nightmarket.mysql.follow;

import org.jspecify.annotations.NullMarked;
