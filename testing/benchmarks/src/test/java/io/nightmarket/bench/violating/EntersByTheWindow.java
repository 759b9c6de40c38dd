package io.nightmarket.bench.violating;

import io.nightmarket.redis.link.RedisLink;

/** Breaks a rule on purpose: a class of an adapter's inner package. */
public record EntersByTheWindow(RedisLink inner) {}
