/** The event bus as an adapter of the domain's hints: one record and one versioned address per message. */
@NullMarked
package io.nightmarket.bootstrap.bus;

import org.jspecify.annotations.NullMarked;
