@NullMarked
package io.nightmarket.domain.waitingroom;

import org.jspecify.annotations.NullMarked;
