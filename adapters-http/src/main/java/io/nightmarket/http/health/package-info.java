/** Whether this node lives and can serve. */
@NullMarked
package io.nightmarket.http.health;

import org.jspecify.annotations.NullMarked;
