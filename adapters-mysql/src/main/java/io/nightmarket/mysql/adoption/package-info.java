/** Taking over the database of an hm-dianping site. */
@NullMarked
package io.nightmarket.mysql.adoption;

import org.jspecify.annotations.NullMarked;
