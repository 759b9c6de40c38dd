/** Comments on notes. */
@NullMarked
package io.nightmarket.http.comment;

import org.jspecify.annotations.NullMarked;
