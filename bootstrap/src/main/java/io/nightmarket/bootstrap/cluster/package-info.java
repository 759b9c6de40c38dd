/** Several nodes as one: they share the event bus, and through it hints; facts they share through Redis and MySQL. */
package io.nightmarket.bootstrap.cluster;
