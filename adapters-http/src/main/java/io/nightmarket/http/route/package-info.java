/** How an operation of the contract becomes a route. */
@NullMarked
package io.nightmarket.http.route;

import org.jspecify.annotations.NullMarked;
