/** Files of a front end, served beside the API. */
@NullMarked
package io.nightmarket.http.site;

import org.jspecify.annotations.NullMarked;
