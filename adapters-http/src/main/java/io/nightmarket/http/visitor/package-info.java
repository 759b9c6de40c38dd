/** Views and visitors. */
@NullMarked
package io.nightmarket.http.visitor;

import org.jspecify.annotations.NullMarked;
