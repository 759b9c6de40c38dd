/** Runs of ids in MySQL. */
@NullMarked
package io.nightmarket.mysql.id;

import org.jspecify.annotations.NullMarked;
