package io.nightmarket.http.violating;

import io.nightmarket.redis.RedisConfig;

/** Breaks a rule on purpose. */
public record HttpOnRedis(RedisConfig config) {}
