/** Who is there: phones, login codes, users, roles and sessions. */
@NullMarked
package io.nightmarket.domain.account;

import org.jspecify.annotations.NullMarked;
