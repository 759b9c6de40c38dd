/** The adapters of Redis against a real server, and against a network that fails. */
@NullMarked
package io.nightmarket.redis;

import org.jspecify.annotations.NullMarked;
