package io.nightmarket.bootstrap.violating;

import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.violating.RedisOnMySql;

/** Breaks a rule on purpose: a class of an adapter's inner package. */
public record EntersByTheWindow(RedisOnMySql inner) {
    public record OfHttp(LocalTimes inner) {}

    /** Routes, outside of features. */
    public record HasRoutes(Routes routes) {}
}
