@NullMarked
package io.nightmarket.domain.id;

import org.jspecify.annotations.NullMarked;
