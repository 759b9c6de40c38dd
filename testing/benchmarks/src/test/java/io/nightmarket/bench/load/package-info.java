@NullMarked
package io.nightmarket.bench.load;

import org.jspecify.annotations.NullMarked;
