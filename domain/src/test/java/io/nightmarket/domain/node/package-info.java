@NullMarked
package io.nightmarket.domain.node;

import org.jspecify.annotations.NullMarked;
