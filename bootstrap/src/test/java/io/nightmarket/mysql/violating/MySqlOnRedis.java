package io.nightmarket.mysql.violating;

import io.nightmarket.redis.RedisConfig;

/** Breaks a rule on purpose. */
public record MySqlOnRedis(RedisConfig config) {}
