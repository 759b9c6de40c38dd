/** What every adapter of a port must hold, as suites that each of them runs. */
@NullMarked
package io.nightmarket.domain.contract;

import org.jspecify.annotations.NullMarked;
