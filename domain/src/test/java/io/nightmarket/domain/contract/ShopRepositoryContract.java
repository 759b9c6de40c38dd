package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

public abstract class ShopRepositoryContract {
    private static final Instant MADE = Instant.parse("2026-11-20T12:00:00Z");
    private static final Comparator<ShopId> BY_ID = Comparator.comparingLong(ShopId::value);

    protected abstract ShopRepository shops();

    protected abstract void add(Shop shop);

    protected abstract void addType(ShopType type);

    protected abstract void own(ShopId shop, UserId merchant);

    private static long freshNumber() {
        return ThreadLocalRandom.current().nextLong(1_000_000_000L, 1L << 50);
    }

    private Shop added() {
        return added(new ShopId(freshNumber()), "老街面馆");
    }

    private Shop added(ShopId id, String name) {
        Shop shop = shop(id, name, 30.25, 48L, MADE);
        add(shop);
        return shop;
    }

    private static Shop shop(ShopId id, String name, double y, long avgPrice, Instant updateTime) {
        String images = "/imgs/a.jpg,/imgs/b.jpg";
        String hours = "10:00-22:00";
        return new Shop(
                id, name, 1, images, "湖滨", "学士路 1 号", 120.16, y, avgPrice, 1205, 317, 47, hours, MADE, updateTime);
    }

    private static ShopChange renamed(ShopId id, String name) {
        return new ShopChange(id, name, null, null, null, null, null, null, null, null);
    }

    private static ShopChange nothing(ShopId id) {
        return new ShopChange(id, null, null, null, null, null, null, null, null, null);
    }

    private Shop found(ShopId id) {
        return await(shops().find(id)).orElseThrow();
    }

    @Test
    void aShopIsFoundAsItWasStoredAndBelongsToItsMerchantAlone() {
        Shop shop = added();
        ShopId unknown = new ShopId(freshNumber());
        assertEquals(Optional.of(shop), await(shops().find(shop.id())));
        assertEquals(Optional.empty(), await(shops().find(unknown)));
        assertEquals(Optional.empty(), await(shops().update(nothing(unknown))));
        assertEquals(Optional.empty(), await(shops().update(renamed(unknown, "x"))));
        UserId merchant = new UserId(freshNumber());
        own(shop.id(), merchant);
        assertEquals(Optional.of(ShopRole.OWNER), await(shops().roleIn(shop.id(), merchant)));
        assertEquals(Optional.empty(), await(shops().roleIn(shop.id(), new UserId(merchant.value() + 1))));
        assertEquals(Optional.empty(), await(shops().roleIn(added().id(), merchant)));
        assertEquals(Map.of(shop.id(), ShopRole.OWNER), await(shops().rolesOf(merchant)));
    }

    @Test
    void typesComeBySortThenId() {
        long id = freshNumber();
        ShopType last = new ShopType(id, "美食", "/types/a.png", 9002, MADE, MADE);
        ShopType first = new ShopType(id + 2, "KTV", null, 9001, MADE, MADE);
        ShopType second = new ShopType(id + 3, null, null, 9001, MADE, MADE);
        List.of(last, second, first).forEach(this::addType);
        List<ShopType> ours = await(shops().findTypes()).stream()
                .filter(type -> type.id() >= id && type.id() <= id + 3)
                .toList();
        assertEquals(List.of(first, second, last), ours);
    }

    @Test
    void anUpdateWritesTheMembersGivenAndNoOthers() {
        ShopId id = added().id();
        ShopChange change = new ShopChange(id, "新面馆", null, null, null, null, null, 30.5, 52L, null);
        assertNoted(id, await(shops().update(change)).orElseThrow());
        assertEquals(shop(id, "新面馆", 30.5, 52L, found(id).updateTime()), found(id));
    }

    @Test
    void anUpdateOfEveryMemberIsWritten() {
        ShopId id = added().id();
        ShopChange change = new ShopChange(id, "n", 2L, "/i", "a", "d", 1.5, 2.5, 3L, "0:00-24:00");
        assertNoted(id, await(shops().update(change)).orElseThrow());
        Instant updated = found(id).updateTime();
        assertEquals(
                new Shop(id, "n", 2, "/i", "a", "d", 1.5, 2.5, 3L, 1205, 317, 47, "0:00-24:00", MADE, updated),
                found(id));
    }

    @Test
    void anUpdateThatChangesNothingStillFindsTheShop() {
        Shop shop = added();
        ShopId id = shop.id();
        CacheChange first = await(shops().update(nothing(id))).orElseThrow();
        CacheChange second = await(shops().update(renamed(id, shop.name()))).orElseThrow();
        CacheChange third = await(shops().update(renamed(id, shop.name()))).orElseThrow();
        assertTrue(first.id() < second.id() && second.id() < third.id(), () -> first + ", " + second + ", " + third);
        assertEquals(shop(id, shop.name(), shop.y(), 48L, found(id).updateTime()), found(id));
    }

    private static void assertNoted(ShopId shop, CacheChange change) {
        assertEquals(new CacheChange(change.id(), CacheNames.SHOP, Long.toString(shop.value())), change);
    }

    private static NewShop newShop(String name, long typeId) {
        return new NewShop(name, typeId, "/i", "湖滨", "学士路 1 号", 120.16, 30.25, 48L, "10:00-22:00");
    }

    private ShopId created(String name, long typeId) {
        return await(shops().create(newShop(name, typeId), Optional.empty())).id();
    }

    @Test
    void aNewShopBelongsToItsMerchantAndBeginsWithNothing() {
        UserId merchant = new UserId(freshNumber());
        ShopRepository.Saved saved = await(shops().create(newShop("新店", 3), Optional.of(merchant)));
        ShopId id = saved.id();
        assertNoted(id, saved.change());
        String hours = "10:00-22:00";
        Instant made = found(id).createTime();
        Instant updated = found(id).updateTime();
        assertEquals(
                new Shop(id, "新店", 3, "/i", "湖滨", "学士路 1 号", 120.16, 30.25, 48L, 0, 0, 0, hours, made, updated),
                found(id));
        assertEquals(Optional.of(ShopRole.OWNER), await(shops().roleIn(id, merchant)));
        assertEquals(Optional.of(new ShopRepository.Opening(3, made)), await(shops().opening(id)));
        assertEquals(Optional.empty(), await(shops().opening(new ShopId(Long.MAX_VALUE))));
    }

    @Test
    void aShopWithoutOwnerAndOptionalMembersIsStoredSo() {
        NewShop bare = new NewShop("店🍜", 3, "", null, "路", -180, 90, null, null);

        ShopId id = await(shops().create(bare, Optional.empty())).id();

        Shop found = await(shops().find(id)).orElseThrow();
        assertEquals("店🍜", found.name());
        assertEquals(List.of(-180.0, 90.0), List.of(found.x(), found.y()));
        assertNull(found.area());
        assertNull(found.avgPrice());
        assertNull(found.openHours());
        assertEquals(Optional.empty(), await(shops().roleIn(id, new UserId(1))));
    }

    @Test
    void theLongestTextsAreStoredWhole() {
        NewShop longest = new NewShop(
                "🍜".repeat(128), 3, "图".repeat(1024), "区".repeat(128), "路".repeat(255), 1, 2, 3L, "时".repeat(32));

        ShopId id = await(shops().create(longest, Optional.empty())).id();

        Shop found = await(shops().find(id)).orElseThrow();
        assertEquals(longest.name(), found.name());
        assertEquals(longest.images(), found.images());
        assertEquals(longest.area(), found.area());
        assertEquals(longest.address(), found.address());
        assertEquals(longest.openHours(), found.openHours());
    }

    private List<ShopId> ofType(long typeId, ShopOrder order) {
        return await(shops().pageOfType(typeId, order, 0, 1000));
    }

    private ShopId rated(long typeId, long comments, int score) {
        ShopId id = new ShopId(freshNumber());
        add(new Shop(id, "店", typeId, "", "", "", 1, 2, 3L, 0, comments, score, "", MADE, MADE));
        return id;
    }

    @Test
    void shopsOfATypeComeInTheOrderAskedFor() {
        long type = freshNumber();
        ShopId quiet = rated(type, 1, 50);
        ShopId busy = rated(type, 20, 10);
        ShopId first = rated(type, 3, 30);
        ShopId second = rated(type, 3, 30);
        var _ = rated(type + 1, 99, 99);
        ShopId equalButEarlier = first.value() < second.value() ? first : second;
        ShopId equalButLater = first.value() < second.value() ? second : first;

        assertEquals(Stream.of(quiet, busy, first, second).sorted(BY_ID).toList(), ofType(type, ShopOrder.ID));
        assertEquals(List.of(busy, equalButEarlier, equalButLater, quiet), ofType(type, ShopOrder.COMMENTS));
        assertEquals(List.of(quiet, equalButEarlier, equalButLater, busy), ofType(type, ShopOrder.SCORE));
        assertEquals(List.of(equalButEarlier, equalButLater), await(shops().pageOfType(type, ShopOrder.SCORE, 1, 2)));
        assertEquals(List.of(), ofType(freshNumber(), ShopOrder.ID));
    }

    @Test
    void beyondTheEndAreNoShops() {
        long type = freshNumber();
        var _ = created("店", type);
        for (ShopOrder order : ShopOrder.values()) {
            for (long offset :
                    new long[] {1, ShopRepository.MAX_LISTED - 1, ShopRepository.MAX_LISTED, Long.MAX_VALUE}) {
                assertEquals(List.of(), await(shops().pageOfType(type, order, offset, 10)));
            }
        }
        for (long offset : new long[] {ShopRepository.MAX_NAMED, Long.MAX_VALUE}) {
            assertEquals(List.of(), await(shops().pageByName(Optional.empty(), offset, 10)));
            assertEquals(List.of(), await(shops().pageByName(Optional.of("面馆"), offset, 10)));
        }
    }

    private List<ShopId> named(String part) {
        return await(shops().pageByName(Optional.of(part), 0, 1000));
    }

    @Test
    void shopsAreFoundByAnyPartOfTheirName() {
        String unique = Long.toString(freshNumber());
        ShopId first = created("老街面馆 Noodles " + unique, 1);
        ShopId second = created(unique + " 面馆", 2);

        assertEquals(List.of(first, second), named(unique));
        assertEquals(List.of(first), named("NOODLES " + unique));
        assertEquals(List.of(second), named(unique + " 面"));
        assertEquals(List.of(second), await(shops().pageByName(Optional.of(unique), 1, 10)));
        assertEquals(List.of(first), await(shops().pageByName(Optional.of(unique), 0, 1)));
        assertEquals(List.of(second), named(unique + " "));
        assertEquals(List.of(), named(unique + "  "));
        assertEquals(List.of(), named(unique + " 火锅"));
    }

    @Test
    void twoCharactersFindAShopAndOneFindsNone() {
        String unique = Character.toString(0x20000 + (int) (freshNumber() % 40_000));
        ShopId id = created(unique + "X🍜", 1);

        assertEquals(List.of(id), named(unique + "x"));
        assertEquals(List.of(id), named(unique + "x🍜"));
        assertEquals(List.of(), named(unique + "🍜"));
        for (String tooShort : List.of("", "x", "🍜", unique)) {
            assertEquals(List.of(), named(tooShort), tooShort);
        }
    }

    @Test
    void aShopIsFoundByItsNewNameAndNoLongerByItsOld() {
        String before = Long.toString(freshNumber());
        String after = Long.toString(freshNumber());
        ShopId id = created(before + "aaaa", 1);

        var _ = await(shops().update(renamed(id, after + "AAAA")));
        var _ = await(shops().update(new ShopChange(id, null, 2L, null, null, null, null, null, null, null)));

        assertEquals(List.of(), named(before));
        assertEquals(List.of(id), named(after + "aaaa"));
    }

    @Test
    void shopsThatOthersWroteAreFoundOnceTheirSliceIsIndexed() {
        String unique = Long.toString(freshNumber());
        Shop shop = added();
        ShopId noodles = new ShopId(shop.id().value() + 1);
        ShopId last = new ShopId(shop.id().value() + 2);
        var _ = added(noodles, unique + " 面馆");
        var _ = added(last, unique + " 火锅");

        assertEquals(last.value(), await(shops().indexNames(shop.id().value() - 1, 3)));

        assertEquals(List.of(noodles), named(unique + " 面馆"));
        assertEquals(List.of(noodles, last), named(unique));
        assertEquals(0, await(shops().indexNames(Long.MAX_VALUE, 3)));
    }

    @Test
    void whatIsAskedForIsTakenLiterally() {
        String unique = Long.toString(freshNumber());
        String tail = "50%_off! \\ 'a' \"b\" 🍜 <i>";
        ShopId odd = created(unique + tail, 1);
        var _ = created(unique + "500off", 1);
        var _ = created(unique + "🍣", 1);

        for (String part : List.of("50%", "50%_off", "50%_off! \\", "50%_off! \\ 'a' \"b\" 🍜", tail)) {
            assertEquals(List.of(odd), named(unique + part), part);
        }
        for (String none : List.of("%off", "___off", "5%", "!", "\\", "\\%", "🍜", "' OR '1'='1")) {
            assertEquals(List.of(), named(unique + none), none);
        }
    }

    @RepeatedTest(5)
    void whoTurnsPagesMeetsEveryShopOnceWhileShopsAreAdded() {
        long seed = freshNumber();
        Random random = new Random(seed);
        for (ShopOrder order : ShopOrder.values()) {
            long type = freshNumber();
            for (int i = random.nextInt(12); i > 0; i--) {
                var _ = rated(type, random.nextInt(4), random.nextInt(4));
            }
            assertEachMetOnce(
                    (offset, size) -> await(shops().pageOfType(type, order, offset, size)),
                    () -> created("店", random.nextBoolean() ? type : type + 1),
                    random,
                    order + ", seed " + seed);
        }
        String unique = Long.toString(freshNumber());
        assertEachMetOnce(
                (offset, size) -> await(shops().pageByName(Optional.of(unique), offset, size)),
                () -> created(random.nextBoolean() ? unique : "店", 1),
                random,
                "by name, seed " + seed);
    }

    private static void assertEachMetOnce(
            BiFunction<Long, Integer, List<ShopId>> pages, Supplier<ShopId> adding, Random random, String run) {
        int size = 1 + random.nextInt(4);
        List<ShopId> met = new ArrayList<>();
        int toAdd = 1 + random.nextInt(12);
        List<ShopId> page;
        do {
            page = pages.apply((long) met.size(), size);
            met.addAll(page);
            for (int i = Math.min(toAdd, random.nextInt(4)); i > 0; i--, toAdd--) {
                var _ = adding.get();
            }
        } while (page.size() == size || toAdd > 0);
        assertEquals(pages.apply(0L, 1000).subList(0, met.size()), met, run);
        met.addAll(pages.apply((long) met.size(), 1000));
        assertEquals(pages.apply(0L, 1000), met, run);
        assertEquals(Set.copyOf(met).size(), met.size(), run);
    }

    @Test
    void shopsOfATypeAreCountedUpToOne() {
        long type = freshNumber();
        assertFalse(await(shops().typesInUse()).contains(type));
        ShopId first = created("店", type);
        var _ = created("店", type + 1);
        ShopId second = created("店", type);
        var _ = created("店", type);

        assertEquals(0, await(shops().countBefore(first, type)));
        assertEquals(1, await(shops().countBefore(second, type)));
        assertEquals(3, await(shops().countBefore(new ShopId(Long.MAX_VALUE), type)));
        assertEquals(0, await(shops().countBefore(second, type + 2)));
        assertEquals(1, Collections.frequency(await(shops().typesInUse()), type));
    }

    @Test
    void idsComeAscendingAndSliceBySlice() {
        long first = added().id().value();
        long second = added().id().value();
        long least = Math.min(first, second);
        long greatest = Math.max(first, second);

        List<Long> all = await(shops().idsAfter(least - 1, 1_000));
        assertEquals(least, all.getFirst());
        assertTrue(all.contains(greatest));
        assertEquals(all.stream().sorted().toList(), all);
        assertEquals(List.of(least), await(shops().idsAfter(least - 1, 1)));
        assertFalse(await(shops().idsAfter(Long.MIN_VALUE, 1)).isEmpty());
        assertEquals(List.of(), await(shops().idsAfter(Long.MAX_VALUE, 1)));
        List<ShopId> listed = await(shops().pageByName(Optional.empty(), 0, 1_000));
        assertEquals(
                await(shops().idsAfter(0, 1_000)),
                listed.stream().map(ShopId::value).toList());
    }
}
