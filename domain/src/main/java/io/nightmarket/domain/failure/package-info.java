/** Failures that are no bugs: four kinds, and no more. */
@NullMarked
package io.nightmarket.domain.failure;

import org.jspecify.annotations.NullMarked;
