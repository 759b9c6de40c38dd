@NullMarked
package io.nightmarket.chaos.client;

import org.jspecify.annotations.NullMarked;
