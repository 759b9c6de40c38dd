package io.nightmarket.domain.shop;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A kind of shop, such as food or karaoke. Lists show them by {@code sort}, ascending. */
public record ShopType(
        long id,
        @Nullable String name,
        @Nullable String icon,
        int sort,
        @Nullable Instant createTime,
        @Nullable Instant updateTime) {}
