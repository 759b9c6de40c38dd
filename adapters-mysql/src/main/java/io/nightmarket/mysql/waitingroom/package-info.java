/** What MySQL knows of waiting rooms. */
@NullMarked
package io.nightmarket.mysql.waitingroom;

import org.jspecify.annotations.NullMarked;
