/** Orders after their settlement. */
@NullMarked
package io.nightmarket.http.lifecycle;

import org.jspecify.annotations.NullMarked;
