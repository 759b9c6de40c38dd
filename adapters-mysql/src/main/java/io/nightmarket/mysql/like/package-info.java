/** Who likes which note. */
@NullMarked
package io.nightmarket.mysql.like;

import org.jspecify.annotations.NullMarked;
