/** What an empty market shows at its first start. The distribution leaves it out. */
@NullMarked
package io.nightmarket.embedded.demo;

import org.jspecify.annotations.NullMarked;
