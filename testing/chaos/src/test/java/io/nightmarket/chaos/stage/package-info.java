@NullMarked
package io.nightmarket.chaos.stage;

import org.jspecify.annotations.NullMarked;
