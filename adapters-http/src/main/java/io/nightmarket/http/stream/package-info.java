/** Streams of server-sent events: their places on a node, heartbeats and end. */
@NullMarked
package io.nightmarket.http.stream;

import org.jspecify.annotations.NullMarked;
