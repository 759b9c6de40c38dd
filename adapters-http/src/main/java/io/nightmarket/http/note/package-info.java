/** Notes of users. */
@NullMarked
package io.nightmarket.http.note;

import org.jspecify.annotations.NullMarked;
