package io.nightmarket.redis.violating;

import io.nightmarket.mysql.MySqlConfig;

/** Breaks a rule on purpose. */
public record RedisOnMySql(MySqlConfig config) {}
