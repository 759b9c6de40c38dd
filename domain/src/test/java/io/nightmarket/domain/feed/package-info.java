/** Tests of who follows whom. */
@NullMarked
package io.nightmarket.domain.feed;

import org.jspecify.annotations.NullMarked;
