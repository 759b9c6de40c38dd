/** The crowd at the front end, which writes down everything. */
@NullMarked
package io.nightmarket.chaos.client;

import org.jspecify.annotations.NullMarked;
