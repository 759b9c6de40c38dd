/** A node in a process of its own that benchmarks and chaos steer, and the buyers who are logged in at it. */
@NullMarked
package io.nightmarket.testnode;

import org.jspecify.annotations.NullMarked;
