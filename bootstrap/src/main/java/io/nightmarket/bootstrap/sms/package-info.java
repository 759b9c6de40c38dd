/** Ways of carrying a login code to a phone. */
@NullMarked
package io.nightmarket.bootstrap.sms;

import org.jspecify.annotations.NullMarked;
