/** Authentication codes of what goes through the hands of others. */
@NullMarked
package io.nightmarket.domain.crypto;

import org.jspecify.annotations.NullMarked;
