package io.nightmarket.domain.violating;

import io.vertx.core.Vertx;

/** Breaks a rule on purpose. */
public record DomainOnVertx(Vertx vertx) {}
