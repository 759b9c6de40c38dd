/** The nodes that run. */
@NullMarked
package io.nightmarket.mysql.node;

import org.jspecify.annotations.NullMarked;
