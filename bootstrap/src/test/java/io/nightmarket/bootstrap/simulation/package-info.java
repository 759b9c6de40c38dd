/** The schedules of the domain's simulation on real servers. */
@NullMarked
package io.nightmarket.bootstrap.simulation;

import org.jspecify.annotations.NullMarked;
