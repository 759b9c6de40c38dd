/** Flash sales, and buying in one. */
@NullMarked
package io.nightmarket.http.sale;

import org.jspecify.annotations.NullMarked;
