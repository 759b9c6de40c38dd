/** Flash sales and their stock adjustments. */
@NullMarked
package io.nightmarket.mysql.sale;

import org.jspecify.annotations.NullMarked;
