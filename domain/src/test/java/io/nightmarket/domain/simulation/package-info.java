/**
 * The use cases on in-memory adapters, or on others by {@link io.nightmarket.domain.simulation.Stores}, in a world that
 * fails: time is virtual, chance comes from a seed, and the same seed brings the same run, so that what was found once can
 * be looked at again. After FoundationDB's simulation and TigerBeetle's VOPR.
 */
@NullMarked
package io.nightmarket.domain.simulation;

import org.jspecify.annotations.NullMarked;
