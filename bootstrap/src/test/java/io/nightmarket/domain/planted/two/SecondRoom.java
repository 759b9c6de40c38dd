package io.nightmarket.domain.planted.two;

import io.nightmarket.domain.planted.one.FirstRoom;
import org.jspecify.annotations.Nullable;

/** Breaks a rule on purpose. */
public record SecondRoom(@Nullable FirstRoom other) {}
