/** What the node is composed of: one class per capability, and the list of them. */
@NullMarked
package io.nightmarket.bootstrap.feature;

import org.jspecify.annotations.NullMarked;
