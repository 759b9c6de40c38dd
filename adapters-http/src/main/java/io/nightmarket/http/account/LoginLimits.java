package io.nightmarket.http.account;

import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.limit.RateLimiter;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.request.ClientAddresses;
import java.util.function.Function;

/**
 * How often one may log in or ask for a code.
 *
 * @param codes all of a node together, in one bucket
 */
public record LoginLimits(RateLimiter limiter, TokenBuckets codes) {
    /** The limits of a node, nothing of them used; {@code buckets} makes those of a limit. */
    public static LoginLimits of(
            HttpConfig.LoginRates rates, ClientAddresses addresses, Function<RateLimit, TokenBuckets> buckets) {
        return new LoginLimits(
                new RateLimiter(addresses, buckets.apply(rates.perAddress())), buckets.apply(rates.codes()));
    }
}
