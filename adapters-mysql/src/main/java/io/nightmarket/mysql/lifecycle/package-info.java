/** Orders after their settlement. */
@NullMarked
package io.nightmarket.mysql.lifecycle;

import org.jspecify.annotations.NullMarked;
