/** What users show of themselves. */
@NullMarked
package io.nightmarket.domain.profile;

import org.jspecify.annotations.NullMarked;
