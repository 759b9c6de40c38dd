@NullMarked
package io.nightmarket.chaos.history;

import org.jspecify.annotations.NullMarked;
