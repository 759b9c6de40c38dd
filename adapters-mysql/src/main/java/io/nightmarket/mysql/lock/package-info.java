/** Locks in MySQL: as rows, and as connections. */
@NullMarked
package io.nightmarket.mysql.lock;

import org.jspecify.annotations.NullMarked;
