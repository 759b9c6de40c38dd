/** Documentation for the users of the API, at {@code /docs}. */
@NullMarked
package io.nightmarket.http.docs;

import org.jspecify.annotations.NullMarked;
