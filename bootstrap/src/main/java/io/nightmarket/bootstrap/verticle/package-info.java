/** The actors: life cycle and loop only; the work comes in by constructor. */
@NullMarked
package io.nightmarket.bootstrap.verticle;

import org.jspecify.annotations.NullMarked;
