package io.nightmarket.http.limit;

import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** How often one may ask from one address. */
public record AddressLimit(ClientAddresses addresses, TokenBuckets buckets) {
    /** Zero when there may be a request from this address, or how long until there may be one. */
    public Duration take(HttpServerRequest request) {
        // Telling the address takes longer than all the rest.
        return buckets.limited() ? buckets.take(addresses.keyOf(request)) : Duration.ZERO;
    }

    /** For a request that was refused later on. */
    public void giveBack(HttpServerRequest request) {
        if (buckets.limited()) {
            buckets.giveBack(addresses.keyOf(request));
        }
    }
}
