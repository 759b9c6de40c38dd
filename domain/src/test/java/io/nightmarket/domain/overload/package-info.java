@NullMarked
package io.nightmarket.domain.overload;

import org.jspecify.annotations.NullMarked;
