package io.nightmarket.redis.planted;

import io.nightmarket.bootstrap.config.AppConfig;

/** Breaks a rule on purpose. */
public record RedisOnBootstrap(AppConfig config) {}
