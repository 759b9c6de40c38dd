/** The owners of uploaded pictures. */
@NullMarked
package io.nightmarket.mysql.picture;

import org.jspecify.annotations.NullMarked;
