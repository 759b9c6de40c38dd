/** The actors: life cycle and loop only; the work comes in by constructor. */
package io.nightmarket.bootstrap.verticle;
