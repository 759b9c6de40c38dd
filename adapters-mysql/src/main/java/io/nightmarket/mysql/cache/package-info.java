/** What caches have to hear of. */
@NullMarked
package io.nightmarket.mysql.cache;

import org.jspecify.annotations.NullMarked;
