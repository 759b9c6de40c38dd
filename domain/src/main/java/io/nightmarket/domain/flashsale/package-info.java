/** Flash sales: what is sold, when, and who may buy. */
@NullMarked
package io.nightmarket.domain.flashsale;

import org.jspecify.annotations.NullMarked;
