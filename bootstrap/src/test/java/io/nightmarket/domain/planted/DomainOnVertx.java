package io.nightmarket.domain.planted;

import io.vertx.core.Vertx;

/** Breaks a rule on purpose. */
public record DomainOnVertx(Vertx vertx) {}
