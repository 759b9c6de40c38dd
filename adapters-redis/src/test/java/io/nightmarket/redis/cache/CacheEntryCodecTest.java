package io.nightmarket.redis.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        CacheEntry<Shop> entry = new CacheEntry<>(1, 5, shop);

        assertEquals(Optional.of(entry), shops.read(shops.write(entry)));
    }

    @Test
    void aListComesBackAsItWas() {
        CacheEntry<List<ShopType>> entry = new CacheEntry<>(
                1, 5, List.of(new ShopType(1, "food", null, 1, null, TIME), new ShopType(2, null, "i", 2, TIME, null)));

        assertEquals(Optional.of(entry), types.read(types.write(entry)));
    }

    @Test
    void anAbsenceComesBack() {
        CacheEntry<Shop> absent = new CacheEntry<>(1, 5, null);

        assertEquals(Optional.of(absent), shops.read(shops.write(absent)));
    }

    @Test
    void scriptsFindTheTimeOfLoadingInItsPlace() {
        assertTrue(
                shops.write(new CacheEntry<>(1_700_000_000_123L, 5, null)).startsWith("{\"loadedAt\":1700000000123,"));
    }

    @Test
    void noClassIsNamed() {
        assertFalse(types.write(new CacheEntry<>(1, 5, List.of(new ShopType(1, "a", null, 1, null, null))))
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
                "{\"freshUntil\":5,\"value\":null}",
                "{\"loadedAt\":1,\"freshUntil\":5,\"value\":{}}",
                "{\"loadedAt\":1,\"freshUntil\":5,\"value\":{\"id\":{\"value\":-1}}}",
                "{\"loadedAt\":1,\"freshUntil\":5,\"value\":\"text\"}"
            })
    void whatIsNoEntryIsNotRead(String text) {
        assertEquals(Optional.empty(), shops.read(text));
    }

    /** A value as the next version has it, with members more at each depth, and as the one before had it. */
    @Test
    void nodesOfTwoVersionsReadEachOthersEntriesAndReloadWhatLacksAMember() {
        CacheEntryCodec<NewDish> newer = new CacheEntryCodec<>(new TypeReference<>() {});
        CacheEntryCodec<Dish> older = new CacheEntryCodec<>(new TypeReference<>() {});
        NewDish dish = new NewDish("rice", new NewPrice(3, "CNY"), List.of(new NewPrice(4, "CNY")), true);

        String written = newer.write(new CacheEntry<>(1, 5, dish)).replaceFirst("}$", ",\"more\":[1]}");

        Dish known = new Dish("rice", new Price(3), List.of(new Price(4)));
        assertEquals(Optional.of(new CacheEntry<>(1, 5, known)), older.read(written));
        assertEquals(Optional.of(new CacheEntry<>(1, 5, dish)), newer.read(written));
        assertEquals(Optional.empty(), newer.read(older.write(new CacheEntry<>(1, 5, known))));
    }

    record Price(long cents) {}

    record Dish(String name, Price price, List<Price> offers) {}

    record NewPrice(long cents, String currency) {}

    record NewDish(String name, NewPrice price, List<NewPrice> offers, boolean isHot) {}
}
