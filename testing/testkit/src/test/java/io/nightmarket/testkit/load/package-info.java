@NullMarked
package io.nightmarket.testkit.load;

import org.jspecify.annotations.NullMarked;
