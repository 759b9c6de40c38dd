/** The nodes that run on one database, and the settings that they share. */
@NullMarked
package io.nightmarket.domain.node;

import org.jspecify.annotations.NullMarked;
