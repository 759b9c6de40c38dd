/** What a node measures, and how that is read. */
@NullMarked
package io.nightmarket.bootstrap.metrics;

import org.jspecify.annotations.NullMarked;
