/** Days on which users checked in, in tables. */
@NullMarked
package io.nightmarket.mysql.checkin;

import org.jspecify.annotations.NullMarked;
