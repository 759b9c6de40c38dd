/** Notes of users about shops. */
@NullMarked
package io.nightmarket.domain.note;

import org.jspecify.annotations.NullMarked;
