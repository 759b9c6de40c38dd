/** The event bus as an adapter of the domain's hints: one record and one versioned address per message. */
package io.nightmarket.bootstrap.bus;
