/** The MySQL adapters, as far as they can be tested without a server. */
@NullMarked
package io.nightmarket.mysql;

import org.jspecify.annotations.NullMarked;
