/** What an empty market shows at its first start. The distribution leaves it out. */
@NullMarked
package io.nightmarket.bootstrap.demo;

import org.jspecify.annotations.NullMarked;
