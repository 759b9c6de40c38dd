package io.nightmarket.bench.queue;

import java.util.Locale;

/** What {@link io.nightmarket.domain.order.OrderQueue} promises, and a mere pipe for messages may not. */
enum Clause {
    /** A buyer gets in once: who asks again, at once or later, adds nothing. */
    ATOMIC_ADMISSION,
    /** What a consumer took and did not acknowledge comes again. */
    AT_LEAST_ONCE,
    /** Orders come in the order in which they were put in. */
    ORDER,
    /** What waits can be read again from any point on. */
    REPLAY,
    /** What was put in survives the death of whatever holds it. */
    DURABILITY,
    /** More than a limit is refused. */
    BOUNDED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
