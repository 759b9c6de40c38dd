@NullMarked
package io.nightmarket.bench.node;

import org.jspecify.annotations.NullMarked;
