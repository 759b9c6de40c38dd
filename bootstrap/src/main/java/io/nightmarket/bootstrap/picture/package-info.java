/** Pictures on disk, and how they are encoded. */
@NullMarked
package io.nightmarket.bootstrap.picture;

import org.jspecify.annotations.NullMarked;
