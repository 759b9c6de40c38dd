/** Tests of the client. */
@NullMarked
package io.nightmarket.mysql.client;

import org.jspecify.annotations.NullMarked;
