/**
 * A load generator of the open model: requests are sent when they are due, whether or not earlier ones were answered. What
 * waits is counted as waiting, so that a slow moment shows in the latency of all whom it hit.
 */
@NullMarked
package io.nightmarket.testkit.load;

import org.jspecify.annotations.NullMarked;
