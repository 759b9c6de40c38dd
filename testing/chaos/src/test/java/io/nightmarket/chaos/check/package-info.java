@NullMarked
package io.nightmarket.chaos.check;

import org.jspecify.annotations.NullMarked;
