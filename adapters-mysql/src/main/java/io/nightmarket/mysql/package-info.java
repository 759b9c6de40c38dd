/** The ports on MySQL and MariaDB: {@link io.nightmarket.mysql.MySqlAdapters} hands them out. */
@NullMarked
package io.nightmarket.mysql;

import org.jspecify.annotations.NullMarked;
