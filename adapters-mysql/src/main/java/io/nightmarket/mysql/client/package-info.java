/** The connection to the server: deadlines, and failures translated. Used inside this module only. */
@NullMarked
package io.nightmarket.mysql.client;

import org.jspecify.annotations.NullMarked;
