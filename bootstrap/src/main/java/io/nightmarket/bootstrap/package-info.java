/** The program: main, start-up and shutdown, and the wiring of use cases to adapters. */
@NullMarked
package io.nightmarket.bootstrap;

import org.jspecify.annotations.NullMarked;
