@NullMarked
package io.nightmarket.redis;

import org.jspecify.annotations.NullMarked;
