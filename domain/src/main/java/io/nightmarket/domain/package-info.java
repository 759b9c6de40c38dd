/** Night Market's domain: what a shopper, a shop and a sale are, whatever stores or carries them. */
@NullMarked
package io.nightmarket.domain;

import org.jspecify.annotations.NullMarked;
