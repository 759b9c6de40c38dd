/** Sessions and login codes. */
@NullMarked
package io.nightmarket.redis.account;

import org.jspecify.annotations.NullMarked;
