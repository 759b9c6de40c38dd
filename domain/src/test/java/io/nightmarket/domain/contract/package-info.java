/** What every adapter of a port must keep: abstract suites, one per port, that each adapter's tests inherit. */
@NullMarked
package io.nightmarket.domain.contract;

import org.jspecify.annotations.NullMarked;
