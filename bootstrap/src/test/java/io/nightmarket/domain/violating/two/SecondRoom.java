package io.nightmarket.domain.violating.two;

import io.nightmarket.domain.violating.one.FirstRoom;
import org.jspecify.annotations.Nullable;

/** Breaks a rule on purpose. */
public record SecondRoom(@Nullable FirstRoom other) {}
