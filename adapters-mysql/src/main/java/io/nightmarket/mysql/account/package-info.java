/** Users and sessions in MySQL. */
@NullMarked
package io.nightmarket.mysql.account;

import org.jspecify.annotations.NullMarked;
