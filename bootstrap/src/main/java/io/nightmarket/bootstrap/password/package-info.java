/** Hashes of passwords. */
@NullMarked
package io.nightmarket.bootstrap.password;

import org.jspecify.annotations.NullMarked;
