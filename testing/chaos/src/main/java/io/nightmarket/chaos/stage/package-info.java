/** Servers, proxies and nodes that chaos starts, and may do anything to. */
@NullMarked
package io.nightmarket.chaos.stage;

import org.jspecify.annotations.NullMarked;
