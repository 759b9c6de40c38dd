/** Tests of visits. */
@NullMarked
package io.nightmarket.domain.visitor;

import org.jspecify.annotations.NullMarked;
