package io.nightmarket.redis.violating;

import io.nightmarket.bootstrap.config.AppConfig;

/** Breaks a rule on purpose. */
public record RedisOnBootstrap(AppConfig config) {}
