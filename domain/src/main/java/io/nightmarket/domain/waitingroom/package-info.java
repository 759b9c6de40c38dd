/** The waiting room of a sale: who may ask for a unit, in order of arrival, as fast as orders are settled. */
@NullMarked
package io.nightmarket.domain.waitingroom;

import org.jspecify.annotations.NullMarked;
