package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.ShopTypes;
import io.nightmarket.domain.shop.ShopTypes.Draft;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

public abstract class ShopTypesContract {
    protected abstract ShopTypes types();

    /** Has the same types, and the shops that they are of. */
    protected abstract ShopRepository shops();

    private Optional<String> stored(long id) {
        return await(shops().findTypes()).stream()
                .filter(type -> type.id() == id)
                .findFirst()
                .map(type -> type.name() + " " + type.icon() + " " + type.sort());
    }

    private static void isNoted(CacheChange change) {
        assertEquals(CacheNames.SHOP_TYPES, change.cache());
        assertEquals(FindShopTypes.ALL_TYPES, change.key());
    }

    @Test
    void aNewTypeIsThereWithItsOwnId() {
        ShopTypes.Saved one = await(types().create(new Draft("夜宵", "/types/ms.png", 7)));
        ShopTypes.Saved other = await(types().create(new Draft("夜宵", null, null)));

        isNoted(one.change());
        assertTrue(other.id() > one.id());
        assertEquals(Optional.of("夜宵 /types/ms.png 7"), stored(one.id()));
        assertEquals(Optional.of("夜宵 null 0"), stored(other.id()));
        List<Long> order = await(shops().findTypes()).stream().map(ShopType::id).toList();
        assertTrue(order.indexOf(other.id()) < order.indexOf(one.id()), "by sort");
    }

    @Test
    void aChangeWritesWhatItHasAndLeavesTheRest() {
        long id = await(types().create(new Draft("夜宵", "/a.png", 7))).id();

        isNoted(await(types().update(id, new Draft(null, null, 3))).orElseThrow());
        assertEquals(Optional.of("夜宵 /a.png 3"), stored(id));
        isNoted(await(types().update(id, new Draft("早点", "/b.png", null))).orElseThrow());
        assertEquals(Optional.of("早点 /b.png 3"), stored(id));
        isNoted(await(types().update(id, new Draft(null, null, null))).orElseThrow());
        assertEquals(Optional.empty(), await(types().update(id + 1_000_000, new Draft("无", null, null))));
    }

    @Test
    void aTypeIsDeletedUnlessAShopHasIt() {
        long free = await(types().create(new Draft("夜宵", null, null))).id();
        long used = await(types().create(new Draft("早点", null, null))).id();
        NewShop shop = new NewShop("老街面馆", used, "", null, "学士路 1 号", 120.1, 30.2, null, null);
        var _ = await(shops().create(shop, Optional.empty()));

        assertEquals(Optional.empty(), await(types().delete(used)));
        assertEquals(Optional.of("早点 null 0"), stored(used));
        isNoted(await(types().delete(free)).orElseThrow());
        assertEquals(Optional.empty(), stored(free));
        assertEquals(Optional.empty(), await(types().delete(free)), "it is gone");
    }
}
