@NullMarked
package io.nightmarket.domain.cache;

import org.jspecify.annotations.NullMarked;
