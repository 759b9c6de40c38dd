/** Tests of what needs no server. */
@NullMarked
package io.nightmarket.mysql.adoption;

import org.jspecify.annotations.NullMarked;
