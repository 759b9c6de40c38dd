/** Uploading and showing pictures. */
@NullMarked
package io.nightmarket.http.picture;

import org.jspecify.annotations.NullMarked;
