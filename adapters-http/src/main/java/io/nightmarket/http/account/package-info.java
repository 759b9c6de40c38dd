/** Login, logout and the user's own page. */
@NullMarked
package io.nightmarket.http.account;

import org.jspecify.annotations.NullMarked;
