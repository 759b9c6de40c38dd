/** What clients asked and were answered, what must hold of it and of Redis and MySQL, and the proof of it. */
@NullMarked
package io.nightmarket.chaos.check;

import org.jspecify.annotations.NullMarked;
