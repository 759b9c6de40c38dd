/** Comments on notes, and replies to them. */
@NullMarked
package io.nightmarket.mysql.comment;

import org.jspecify.annotations.NullMarked;
