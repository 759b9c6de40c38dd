/** Measures the product, side by side with its peers in one run, and proves that what it measured kept its promises. */
@NullMarked
package io.nightmarket.bench;

import org.jspecify.annotations.NullMarked;
