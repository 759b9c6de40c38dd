package io.nightmarket.mysql.planted;

import io.nightmarket.redis.RedisConfig;

/** Breaks a rule on purpose. */
public record MySqlOnRedis(RedisConfig config) {}
