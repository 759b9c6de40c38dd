/** The MySQL adapters against a real server. */
@NullMarked
package io.nightmarket.mysql;

import org.jspecify.annotations.NullMarked;
