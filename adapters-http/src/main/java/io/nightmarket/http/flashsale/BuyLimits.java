package io.nightmarket.http.flashsale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.http.limit.AddressLimit;
import io.nightmarket.http.limit.TokenBuckets;
import java.time.Duration;

/**
 * How often one may click "buy": from one address, as one user, and all together in one sale. One for all verticles of a
 * node. A click that is refused by one of them uses up nothing of the others.
 */
record BuyLimits(AddressLimit addresses, TokenBuckets users, TokenBuckets sales) {
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
