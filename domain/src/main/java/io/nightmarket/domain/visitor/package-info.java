/** How often the site and its shops are viewed, and by how many visitors. */
@NullMarked
package io.nightmarket.domain.visitor;

import org.jspecify.annotations.NullMarked;
