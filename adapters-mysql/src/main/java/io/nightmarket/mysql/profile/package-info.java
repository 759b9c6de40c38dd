/** Profiles in tables. */
@NullMarked
package io.nightmarket.mysql.profile;

import org.jspecify.annotations.NullMarked;
