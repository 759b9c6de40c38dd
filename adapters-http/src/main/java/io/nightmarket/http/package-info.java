/** Night Market over HTTP: the verticle, its configuration and what it serves. */
@NullMarked
package io.nightmarket.http;

import org.jspecify.annotations.NullMarked;
