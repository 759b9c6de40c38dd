/** Which requests are rejected when more arrive than can be served. */
@NullMarked
package io.nightmarket.domain.overload;

import org.jspecify.annotations.NullMarked;
