/** What must hold of histories, Redis and MySQL, and the proof of it. */
@NullMarked
package io.nightmarket.chaos.check;

import org.jspecify.annotations.NullMarked;
