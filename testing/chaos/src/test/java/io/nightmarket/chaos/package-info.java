@NullMarked
package io.nightmarket.chaos;

import org.jspecify.annotations.NullMarked;
