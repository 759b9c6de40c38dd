package io.nightmarket.http.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * How often one may click "buy": from one address, as one user, and all together in one sale. One for all verticles of a
 * node. A click that is refused by one of them uses up nothing of the others.
 */
public record BuyLimits(TokenBuckets addresses, TokenBuckets users, TokenBuckets sales) {

    /** Zero when there may be a click from this address, or how long until there may be one. */
    Duration take(ClientAddresses who, HttpServerRequest request) {
        // Telling the address takes longer than all the rest.
        return addresses.limited() ? addresses.take(who.keyOf(request)) : Duration.ZERO;
    }

    /** For a click that was refused later on. */
    void giveBack(ClientAddresses who, HttpServerRequest request) {
        if (addresses.limited()) {
            addresses.giveBack(who.keyOf(request));
        }
    }

    /** Zero when this user may click in this sale, or how long until they may. */
    Duration take(UserId user, VoucherId sale) {
        Duration wait = users.take(user.value());
        if (!wait.isZero()) {
            return wait;
        }
        wait = sales.take(sale.value());
        if (!wait.isZero()) {
            users.giveBack(user.value());
        }
        return wait;
    }
}
