/** What an empty market shows at its first start. Used inside this module only. */
@NullMarked
package io.nightmarket.mysql.demo;

import org.jspecify.annotations.NullMarked;
