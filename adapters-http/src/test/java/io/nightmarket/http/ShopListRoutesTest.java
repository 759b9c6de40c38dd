package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.shop.Nearby;
import io.nightmarket.domain.shop.NearbyPage;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ShopListRoutesTest extends RoutesTestBase {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile long newest = 14;

    /** Adds 12 shops of type 1 and two of type 2. */
    @BeforeEach
    void addShops() {
        LongStream.rangeClosed(1, 12).forEach(id -> node.shops.add(shop(id, "店" + id, 1, id % 5, (int) (50 - id))));
        node.shops.add(shop(13, "Noodle 50%_off \"O'Neil\" \\ 🍜;x", 2, 0, 0));
        node.shops.add(shop(14, "<script>alert(1)</script>", 2, 0, 0));
        asked.clear();
        node.nearby = this::near;
    }

    private static Shop shop(long id, String name, long typeId, long comments, int score) {
        return new Shop(
                new ShopId(id),
                name,
                typeId,
                "",
                null,
                "",
                1,
                2,
                null,
                0,
                comments,
                score,
                null,
                Shops.MADE,
                Shops.MADE);
    }

    private CompletionStage<ReadResult<NearbyPage<ShopId>>> near(
            long typeId, Position from, long offset, int size, OptionalLong upTo) {
        asked.add(typeId + " " + from.x() + "," + from.y() + " " + offset + " " + size + " "
                + (upTo.isPresent() ? upTo.getAsLong() : "none"));
        List<Nearby<ShopId>> found = List.of(
                new Nearby<>(new ShopId(13), 812.3456),
                new Nearby<>(new ShopId(404), 900),
                new Nearby<>(new ShopId(14), 4999.96));
        return CompletableFuture.completedStage(node.just(new NearbyPage<>(found, upTo.orElse(newest))));
    }

    private List<JsonObject> list(String path, String... headers) {
        JsonArray shops =
                assertInstanceOf(JsonArray.class, client.get(path, headers).data());
        return shops.stream().map(JsonObject.class::cast).toList();
    }

    private List<Integer> ids(String path) {
        return list(path).stream().map(shop -> shop.getInteger("id")).toList();
    }

    private List<Integer> named(String name) {
        return ids("/shop/of/name?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
    }

    private void isMalformed(String path, String parameter) {
        assertEquals(
                "请求格式错误：" + parameter,
                client.get(path).refusedAs(400, "BAD_REQUEST").text());
    }

    @Test
    void shopsOfATypeComePageByPage() {
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), ids("/shop/of/type?&typeId=1&current=1"));
        assertEquals(List.of(11, 12), ids("/api/shop/of/type?&typeId=1&current=2&from=home"));
        assertEquals(List.of(), ids("/shop/of/type?typeId=1&current=3"));
        assertEquals(List.of(13, 14), ids("/shop/of/type?typeId=2&sortBy=&x=&y=&current="));
        assertFalse(list("/shop/of/type?typeId=2").getFirst().containsKey("distance"));
        assertEquals(List.of(), asked);
    }

    @Test
    void theBestComeFirst() {
        assertEquals(List.of(4, 9, 3, 8, 2, 7, 12, 1, 6, 11), ids("/shop/of/type?typeId=1&sortBy=comments"));
        assertEquals(List.of(11, 12), ids("/shop/of/type?typeId=1&sortBy=score&current=2"));
        isMalformed("/shop/of/type?typeId=1&sortBy=id;DROP", "sortBy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0", "-0", "-1", "-99999999999999999999",
                "1", "01", "000000000000000000001", "-9223372036854775808"
            })
    void pagesBelowTheFirstAreTheFirst(String page) {
        assertEquals(10, ids("/shop/of/type?typeId=1&current=" + page).size());
        assertEquals(10, ids("/shop/of/name?current=" + page).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"3", "10000", "10001", "2147483647", "2147483648", "9223372036854775807", "99999999999999999999"
            })
    void pagesBeyondTheEndAreEmpty(String page) {
        assertEquals(List.of(), ids("/shop/of/type?typeId=1&current=" + page));
        assertEquals(List.of(), ids("/shop/of/type?typeId=1&sortBy=score&current=" + page));
        assertEquals(List.of(), ids("/shop/of/name?current=" + page));
    }

    @Test
    void typesThatAreNotThereHaveNoShops() {
        assertEquals(List.of(), ids("/shop/of/type?typeId=404"));
        assertEquals(List.of(), ids("/shop/of/type?typeId=9223372036854775807"));
        isMalformed("/shop/of/type", "typeId");
    }

    @Test
    void shopsAreFoundByName() {
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), ids("/shop/of/name"));
        assertEquals(List.of(11, 12, 13, 14), ids("/shop/of/name?name=&current=2"));
        assertEquals(List.of(12), named("店12"));
        assertEquals(List.of(13), named("nOODle"));
        assertEquals(List.of(1, 10, 11, 12), named("店1"));
        assertEquals(List.of(12), named(" 店12\u3000"));
        assertEquals(10, named(" ").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"店", "🍜", " 店 ", "%", "_", "\\", "\u0000"})
    void aWordOfOneCharacterIsRefused(String word) {
        Reply refused = client.get("/shop/of/name?name=" + URLEncoder.encode(word, StandardCharsets.UTF_8));
        assertEquals("请输入至少两个字搜索", refused.refusedAs(200, "NAME_TOO_SHORT").text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"50%_off", "50%", "\\ 🍜", "🍜;", ";x"})
    void namesThatNobodyEscapedAreRead(String name) throws IOException {
        String target = "/api/shop/of/name?&name=" + name.replace(" ", "%20") + "&current=1";
        RawClient.Page page = new RawClient(node).get(target, "connection: close");
        assertTrue(page.body().contains("Noodle") && !page.body().contains("店"), page.body());
    }

    @Test
    void aScriptInANameIsTextOfJson() {
        Reply reply = client.get("/shop/of/name?name=script");
        assertEquals("application/json", reply.header("content-type"));
        assertEquals("nosniff", reply.header("x-content-type-options"));
        JsonArray shops = assertInstanceOf(JsonArray.class, reply.data());
        assertEquals("<script>alert(1)</script>", shops.getJsonObject(0).getString("name"));
    }

    @Test
    void shopsNearbyComeWithTheirDistance() {
        List<JsonObject> found = list("/shop/of/type?&typeId=2&current=1&x=120.15&y=-3e-7");
        assertEquals(List.of("2 120.15,-3.0E-7 0 10 none"), asked);
        assertEquals(
                List.of(13, 14),
                found.stream().map(shop -> shop.getInteger("id")).toList());
        assertEquals(
                List.of(812.3, 5000.0),
                found.stream().map(shop -> shop.getDouble("distance")).toList());
    }

    @Test
    void sortingWinsOverNearness() {
        Reply sorted = client.get("/shop/of/type?typeId=2&x=120&y=30&sortBy=score");
        assertEquals(2, assertInstanceOf(JsonArray.class, sorted.data()).size());
        assertNull(sorted.header("set-cookie"));
        assertEquals(List.of(), asked);
        isMalformed("/shop/of/type?typeId=2&x=120&sortBy=score", "y");
    }

    @Test
    void anAnswerFromAnotherThreadBearsTheCookieToo() {
        node.nearby =
                (_, _, _, _, _) -> CompletableFuture.supplyAsync(() -> node.just(new NearbyPage<>(List.of(), 99)));
        String cookie = client.get("/shop/of/type?typeId=2&x=1&y=1").header("set-cookie");
        assertEquals("nearby-2=99", attributes(cookie).getFirst());
    }

    @Test
    void theFirstPageNearbyTellsTheNextOnesWhereShopsEnded() {
        Reply first = client.get("/shop/of/type?typeId=2&x=120&y=30", "cookie", "nearby-2=5");
        String cookie = first.header("set-cookie");
        assertEquals(List.of("nearby-2=14", "HTTPOnly", "Max-Age=600", "Path=/", "SameSite=Lax"), attributes(cookie));
        newest = 15;
        Reply second =
                client.get("/api/shop/of/type?typeId=2&x=120&y=30&current=2", "cookie", "a=b; nearby-1=9; nearby-2=14");
        assertNull(second.header("set-cookie"));
        assertEquals(List.of("2 120.0,30.0 0 10 none", "2 120.0,30.0 10 10 14"), asked);
    }

    /** Sites that were adopted may have ids of 19 digits. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "14", "9007199254740993", "1961005746230337608", "9223372036854775807"})
    void theCookieIsReadBackWhateverTheIds(String upTo) {
        var _ = client.get("/shop/of/type?typeId=2&x=120&y=30&current=2", "cookie", "nearby-2=" + upTo);
        assertEquals(List.of("2 120.0,30.0 10 10 " + upTo), asked);
    }

    /** The name first, the others in their order, without the date that says the same as the age. */
    private static List<String> attributes(@Nullable String cookie) {
        return Arrays.stream(String.valueOf(cookie).split("; "))
                .filter(part -> !part.startsWith("Expires"))
                .sorted((one, other) -> Boolean.compare(other.startsWith("nearby"), one.startsWith("nearby")) != 0
                        ? Boolean.compare(other.startsWith("nearby"), one.startsWith("nearby"))
                        : one.compareTo(other))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nearby-2=", "nearby-2=x", "nearby-2=-1", "nearby-2=1.5",
                "nearby-2=99999999999999999999", "nearby-2=9223372036854775808", "nearby-2", "nearby-3=5",
                ";;=;"
            })
    void aCookieThatSaysNothingIsNone(String cookie) throws IOException {
        RawClient.Page page = new RawClient(node)
                .get("/shop/of/type?typeId=2&x=120&y=30&current=2", "cookie: " + cookie, "connection: close");
        assertEquals(200, page.status());
        assertEquals(List.of("2 120.0,30.0 10 10 none"), asked);
    }

    @ParameterizedTest
    @CsvSource({
        "x=120, y",
        "y=30, x",
        "x=120&y=, y",
        "x=&y=30, x",
        "x=180.1&y=30, x",
        "x=-181&y=30, x",
        "x=120&y=85.1, y",
        "x=120&y=-85.06, y",
        "x=NaN&y=30, x",
        "x=120&y=NaN, y",
        "x=Infinity&y=30, x",
        "x=120&y=-Infinity, y",
        "x=1e999&y=30, x",
        "x=120&y=abc, y",
        "x=0x10&y=30, x",
        "x=1d&y=30, x",
        "x=%2B1&y=30, x",
        "x=1 2&y=30, x",
        "x=.&y=30, x",
        "x=undefined&y=undefined, x"
    })
    void positionsThatAreNoneAreRefused(String query, String parameter) {
        isMalformed("/shop/of/type?typeId=2&" + query.replace(" ", "%20"), parameter);
        assertEquals(List.of(), asked);
    }

    @Test
    void theEdgesOfTheMapAreOnIt() {
        assertEquals(2, list("/shop/of/type?typeId=2&x=-180&y=85.05112878").size());
        assertEquals(2, list("/shop/of/type?typeId=2&x=180.000&y=-85").size());
        assertEquals(2, list("/shop/of/type?typeId=2&x=0&y=0.000000000000001").size());
    }
}
