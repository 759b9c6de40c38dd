/** Profiles of users. */
@NullMarked
package io.nightmarket.http.profile;

import org.jspecify.annotations.NullMarked;
