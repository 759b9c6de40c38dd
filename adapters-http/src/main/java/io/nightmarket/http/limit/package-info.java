/** How often one may ask. */
@NullMarked
package io.nightmarket.http.limit;

import org.jspecify.annotations.NullMarked;
