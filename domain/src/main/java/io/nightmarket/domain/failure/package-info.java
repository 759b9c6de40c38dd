/** What can go wrong without being anybody's fault: four kinds, and no more. */
@NullMarked
package io.nightmarket.domain.failure;

import org.jspecify.annotations.NullMarked;
