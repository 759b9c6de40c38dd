/** What chaos does to a sale. */
@NullMarked
package io.nightmarket.chaos.fault;

import org.jspecify.annotations.NullMarked;
