/** Roles of users and shops of merchants, for administrators. */
@NullMarked
package io.nightmarket.http.permission;

import org.jspecify.annotations.NullMarked;
