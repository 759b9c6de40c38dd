/** What leaves: the envelope, the catalogue of codes, and how refusals and failures become HTTP. */
@NullMarked
package io.nightmarket.http.answer;

import org.jspecify.annotations.NullMarked;
