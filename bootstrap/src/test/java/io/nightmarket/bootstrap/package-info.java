/** Main, configuration and wiring, under test. */
@NullMarked
package io.nightmarket.bootstrap;

import org.jspecify.annotations.NullMarked;
