package io.nightmarket.domain.violating.one;

import io.nightmarket.domain.violating.two.SecondRoom;
import org.jspecify.annotations.Nullable;

/** Breaks a rule on purpose. */
public record FirstRoom(@Nullable SecondRoom other) {}
