@NullMarked
package io.nightmarket.testkit;

import org.jspecify.annotations.NullMarked;
