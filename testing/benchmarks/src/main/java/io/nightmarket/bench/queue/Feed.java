package io.nightmarket.bench.queue;

import io.nightmarket.domain.flashsale.Purchase;
import java.io.IOException;
import java.util.List;

/** Where orders go in. Blocks. */
interface Feed {
    /** Puts orders in; answers how many of them, the first, are in when this returns. */
    int put(List<Purchase> orders) throws IOException;
}
