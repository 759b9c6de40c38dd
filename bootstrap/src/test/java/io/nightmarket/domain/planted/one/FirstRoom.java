package io.nightmarket.domain.planted.one;

import io.nightmarket.domain.planted.two.SecondRoom;
import org.jspecify.annotations.Nullable;

/** Breaks a rule on purpose. */
public record FirstRoom(@Nullable SecondRoom other) {}
