/** Shops, their types, and how they are read and changed. */
@NullMarked
package io.nightmarket.domain.shop;

import org.jspecify.annotations.NullMarked;
