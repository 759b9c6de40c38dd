/** Who asks: signed tokens, and the sessions they stand for. */
@NullMarked
package io.nightmarket.http.session;

import org.jspecify.annotations.NullMarked;
