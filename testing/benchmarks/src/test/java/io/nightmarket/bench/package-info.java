@NullMarked
package io.nightmarket.bench;

import org.jspecify.annotations.NullMarked;
