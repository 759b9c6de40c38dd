/** What comes in: ids, times and bodies, checked before anything is done with them. */
@NullMarked
package io.nightmarket.http.request;

import org.jspecify.annotations.NullMarked;
