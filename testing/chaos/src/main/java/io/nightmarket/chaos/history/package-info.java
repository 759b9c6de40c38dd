/** What clients asked, and what they were told. */
@NullMarked
package io.nightmarket.chaos.history;

import org.jspecify.annotations.NullMarked;
