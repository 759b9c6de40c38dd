/** Notes of users. */
@NullMarked
package io.nightmarket.mysql.note;

import org.jspecify.annotations.NullMarked;
