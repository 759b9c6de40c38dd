package io.nightmarket.bootstrap.planted;

import io.nightmarket.redis.planted.RedisOnMySql;

/** Breaks a rule on purpose: a class of an adapter's inner package. */
public record EntersByTheWindow(RedisOnMySql inner) {}
