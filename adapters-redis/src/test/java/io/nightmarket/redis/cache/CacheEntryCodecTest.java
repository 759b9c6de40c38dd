package io.nightmarket.redis.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CacheEntryCodecTest {
    private static final Instant TIME = Instant.parse("2026-06-18T12:00:00.123456Z");
    private final CacheEntryCodec<Shop> shops = new CacheEntryCodec<>(new TypeReference<>() {});
    private final CacheEntryCodec<List<ShopType>> types = new CacheEntryCodec<>(new TypeReference<>() {});

    @Test
    void aShopComesBackAsItWas() {
        Shop shop = new Shop(
                new ShopId(Long.MAX_VALUE),
                "夜市 \"1\"",
                1,
                "a,b",
                null,
                "road 1",
                120.149993,
                30.334229,
                null,
                1,
                2,
                47,
                null,
                TIME,
                TIME);
        CacheEntry<Shop> entry = new CacheEntry<>(shop, 5);

        assertEquals(Optional.of(entry), shops.read(shops.write(entry)));
    }

    @Test
    void aListComesBackAsItWas() {
        CacheEntry<List<ShopType>> entry = new CacheEntry<>(
                List.of(new ShopType(1, "food", null, 1, null, TIME), new ShopType(2, null, "i", 2, TIME, null)), 5);

        assertEquals(Optional.of(entry), types.read(types.write(entry)));
    }

    @Test
    void anAbsenceComesBack() {
        CacheEntry<Shop> absent = new CacheEntry<>(null, 5);

        assertEquals(Optional.of(absent), shops.read(shops.write(absent)));
    }

    @Test
    void noClassIsNamed() {
        assertFalse(types.write(new CacheEntry<>(List.of(new ShopType(1, "a", null, 1, null, null)), 5))
                .contains("nightmarket"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{",
                "[]",
                "17",
                "{\"value\":null}",
                "{\"value\":{},\"freshUntil\":5}",
                "{\"value\":{\"id\":{\"value\":-1}},\"freshUntil\":5}",
                "{\"value\":\"text\",\"freshUntil\":5}",
                "{\"value\":null,\"freshUntil\":5,\"other\":1}"
            })
    void whatIsNoEntryIsNotRead(String text) {
        assertEquals(Optional.empty(), shops.read(text));
    }
}
