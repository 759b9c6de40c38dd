@NullMarked
package io.nightmarket.bootstrap;

import org.jspecify.annotations.NullMarked;
