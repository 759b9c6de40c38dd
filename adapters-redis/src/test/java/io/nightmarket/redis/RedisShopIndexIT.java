package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.ShopIndexContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.InMemoryShopCoordinates;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopGeoSearch.Found;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.shop.RedisShopGeoSearch;
import io.nightmarket.redis.shop.RedisShopIndex;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The index of shops on Redis; on a server of its own, which loses all it has again and again. */
final class RedisShopIndexIT extends ShopIndexContract {
    private static final Position SQUARE = new Position(120.16, 30.25);

    @RegisterExtension
    private static final RedisFixture REDIS =
            RedisFixture.onItsOwnServer(Path.of("target", "spare-redis", "shop-index"));

    private final ShopIndex index = new RedisShopIndex(REDIS.link());
    private final ShopGeoSearch geoSearch = new RedisShopGeoSearch(REDIS.link());
    private final InMemoryShopCoordinates coordinates = new InMemoryShopCoordinates();
    private final MaintainShopIndex rebuild =
            new MaintainShopIndex(coordinates, index, Duration.ofHours(6), System::nanoTime);

    @BeforeEach
    @AfterEach
    void leaveNothing() {
        lose();
    }

    private static Reply redis(Command command, Object... arguments) {
        return REDIS.redis(command, arguments);
    }

    @Override
    protected ShopIndex index() {
        return index;
    }

    @Override
    protected ShopGeoSearch geoSearch() {
        return geoSearch;
    }

    @Override
    protected void lose() {
        var _ = redis(Command.FLUSHALL);
    }

    @Override
    protected void lose(long type) {
        var _ = redis(Command.DEL, "nm:shop:{near}:geo:" + type);
    }

    private static Set<String> keys() {
        return redis(Command.KEYS, "*").parts().stream()
                .map(Reply::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static ShopCoordinates shop(long id, long type) {
        return new ShopCoordinates(new ShopId(id), type, SQUARE.x(), SQUARE.y());
    }

    private void open(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(id -> coordinates.put(shop(id, id % 3)));
    }

    private CompletionStage<List<Located>> search(long type) {
        return geoSearch.around(type, SQUARE, 5_000, 5_000).thenApply(Found::shops);
    }

    private int found() {
        return await(search(0)).size()
                + await(search(1)).size()
                + await(search(2)).size();
    }

    @Test
    void writersWhoRaceLeaveAShopUnderOneType() {
        await(rebuild.iterate());
        for (int round = 0; round < 50; round++) {
            long shop = 1L + round % 5;
            var _ = atOnce(
                    6,
                    writer -> writer == 5
                            ? index.remove(new ShopId(shop))
                            : index.place(List.of(shop(shop, writer % 3))));
            assertEquals(redis(Command.HLEN, "nm:shop:{near}:types").number(), found() + 1);
        }
    }

    @Test
    void searchesFindAllWhileTheIndexIsComparedWithTheDatabase() {
        open(1, 1_200);
        await(rebuild.iterate());
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger searches = new AtomicInteger();
        CompletionStage<Void> searching = searchUntil(done, searches);
        MaintainShopIndex comparing = new MaintainShopIndex(coordinates, index, Duration.ZERO, System::nanoTime);
        for (int i = 0; i < 5; i++) {
            await(comparing.iterate());
        }
        int least = searches.get() + 1;
        eventually(Stages::pause, () -> searches.get() > least);
        done.set(true);
        await(searching);
    }

    private CompletionStage<Void> searchUntil(AtomicBoolean done, AtomicInteger searches) {
        return search(1).thenCompose(found -> {
            assertEquals(400, found.size());
            searches.incrementAndGet();
            return done.get() ? CompletableFuture.completedStage(null) : searchUntil(done, searches);
        });
    }

    @Test
    void aServerThatWasKilledIsNotTrustedAndTheIndexIsBuiltAnew() throws IOException {
        open(1, 30);
        await(rebuild.iterate());
        assertEquals(30, found());

        LossyServers.restart(REDIS.server(), REDIS.link());

        assertEquals(1, redis(Command.EXISTS, "nm:shop:{near}:types").number());
        var _ = failureOf(Unavailable.class, search(1));
        await(rebuild.iterate());
        assertEquals(30, found());
    }

    @Test
    void aSlowBuilderClearsNothingOfAFasterOne() {
        String slow = await(index.begin(""));
        open(1, 30);
        await(rebuild.iterate());
        List<String> keys = List.of(
                "nm:shop:{near}:index", "nm:shop:{near}:types", "nm:shop:{near}:types-in-use", "nm:shop:{near}:geo:1");
        assertTrue(await(REDIS.link().run(LuaScript.load("begin-index-4"), keys, List.of(slow, "", "1")))
                .isNothing());
        assertEquals(30, found());
        assertTrue(await(index.isWhole()));
    }

    @Test
    void anIndexThatIsBuiltAgainLeavesNoMoreKeysBehind() {
        open(1, 30);
        await(rebuild.iterate());
        Set<String> one = keys();
        assertEquals(
                Set.of(
                        "nm:shop:{near}:index",
                        "nm:shop:{near}:types",
                        "nm:shop:{near}:types-in-use",
                        "nm:shop:{near}:geo:0",
                        "nm:shop:{near}:geo:1",
                        "nm:shop:{near}:geo:2"),
                one);
        var _ = await(index.begin(await(index.inUse()).orElseThrow().attempt()));
        await(index.place(List.of(shop(77, 7), shop(78, 8))));
        assertTrue(keys().contains("nm:shop:{near}:geo:7"));

        await(rebuild.iterate());

        assertEquals(one, keys());
    }

    @ParameterizedTest
    @ValueSource(strings = {"geo:1", "types", "types-in-use", "types geo:0 geo:1 geo:2", "types types-in-use"})
    void keysThatAreLostAreMissedAndTheIndexIsBuiltAnew(String lost) {
        open(1, 30);
        await(rebuild.iterate());
        await(rebuild.iterate());
        Set<String> one = keys();
        for (String key : lost.split(" ", -1)) {
            assertEquals(1, redis(Command.DEL, "nm:shop:{near}:" + key).number());
        }
        await(index.place(List.of(shop(1, 1))));

        await(rebuild.iterate());
        await(rebuild.iterate());

        assertEquals(30, found());
        await(rebuild.iterate());
        assertTrue(await(index.isWhole()));
        assertEquals(one, keys());
    }
}
