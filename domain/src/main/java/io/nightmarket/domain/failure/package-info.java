/** Failures that are no bugs: four kinds, and no more. */
package io.nightmarket.domain.failure;
