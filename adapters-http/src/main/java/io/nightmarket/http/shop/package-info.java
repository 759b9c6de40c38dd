/** Shops and their types. */
@NullMarked
package io.nightmarket.http.shop;

import org.jspecify.annotations.NullMarked;
