package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The main job through every room of the packaged program: log in, look, buy, and find the order in the database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MainJobIT {
    private static final long OPEN_DEMO_SALE = 1;
    private static final String SHOPPER = "13912345678";
    private static final String MERCHANT = "13800000001";

    private Program program;
    private Client client;
    private Shoppers shoppers;

    @BeforeAll
    void start(@TempDir Path data) {
        program = Program.start(Map.of(), "--data", data.toString());
        client = new Client(program.address());
        shoppers = new Shoppers(program, client);
    }

    @AfterAll
    void stop() throws InterruptedException {
        client.close();
        assertEquals(143, program.terminate(), program::output);
        assertFalse(program.output().contains("Exception"), program::output);
    }

    @Test
    void aShopperBuysAVoucherAndTheOrderStandsInTheDatabase() throws Exception {
        String token = shoppers.logIn(SHOPPER);
        JsonObject me = client.get("/user/me", token).object();
        assertTrue(me.getString("nickName").matches("user_[a-z0-9]{10}"), me::encode);

        Answer bought = client.post("/voucher-order/seckill/" + OPEN_DEMO_SALE, token, null);
        assertTrue(bought.success(), bought::toString);
        assertTrue(bought.body().getValue("data") instanceof String, "order ids pass 2^53: they are strings");

        Eventually.holds(
                "settled",
                () -> "SETTLED"
                        .equals(client.get("/voucher-order/" + bought.data(), token)
                                .object()
                                .getString("state")));
        JsonObject order = client.get("/voucher-order/" + bought.data(), token).object();
        assertEquals(1, order.getInteger("status"));
        assertEquals(OPEN_DEMO_SALE, order.getLong("voucherId"));

        Answer again = client.post("/voucher-order/seckill/" + OPEN_DEMO_SALE, token, null);
        assertEquals("ALREADY_BOUGHT", again.code());
        assertEquals("不能重复下单", again.body().getString("errorMsg"));
        assertEquals(bought.data(), again.data());
    }

    /** Looks at the pictures of types, shops, notes and their authors. */
    @Test
    void everyPictureThatTheDemoNamesIsShown() {
        Set<String> named = new HashSet<>();
        for (Object type : client.get("/shop-type/list", null).body().getJsonArray("data")) {
            named.add(((JsonObject) type).getString("icon"));
            long id = ((JsonObject) type).getLong("id");
            for (int page = 1; page <= 3; page++) {
                addPictures("/shop/of/type?typeId=" + id + "&current=" + page, named);
            }
        }
        for (int page = 1; page <= 4; page++) {
            addPictures("/blog/hot?current=" + page, named);
        }
        assertTrue(named.size() >= 40 + 10 + 10 + 8, "named are " + named.size());
        for (String picture : named) {
            Answer shown = client.get(picture, null);
            assertEquals(200, shown.status(), picture);
            assertEquals(
                    picture.endsWith(".png") ? "image/png" : "image/jpeg",
                    shown.headers().get("content-type"));
        }
        assertEquals(404, client.get("/imgs/shops/front-1-3.jpg", null).status());
    }

    private void addPictures(String page, Set<String> named) {
        for (Object item : client.get(page, null).body().getJsonArray("data")) {
            JsonObject shown = (JsonObject) item;
            named.addAll(List.of(shown.getString("images").split(",")));
            named.add(shown.getString("icon", ""));
        }
        named.remove("");
    }

    @Test
    void shopsAndTypesAreReadWithAndWithoutTheApiPrefix() {
        JsonObject shop = client.get("/shop/1", null).object();
        assertEquals(shop, client.get("/api/shop/1", null).object());
        assertFalse(shop.getString("name").isBlank());
        assertEquals(
                10,
                client.get("/shop-type/list", null).body().getJsonArray("data").size());
        assertEquals("SHOP_NOT_FOUND", client.get("/shop/999999", null).code());
        assertEquals("SHOP_NOT_FOUND", client.get("/shop/999999", null).code(), "from the null marker too");
    }

    @Test
    void aMerchantChangesAnOwnShopAndReadersSeeIt() throws Exception {
        String merchant = shoppers.logIn(MERCHANT);
        assertTrue(client.get("/shop/2", null).success());
        Answer changed = client.put("/shop", merchant, object("id", 2, "name", "夜市一号", "sold", 99999999));
        assertTrue(changed.success(), changed::toString);
        JsonObject shop = client.get("/shop/2", null).object();
        assertEquals("夜市一号", shop.getString("name"));
        assertFalse(Objects.equals(99999999, shop.getInteger("sold")), "sales are not a merchant's to write");
        assertEquals(
                403,
                client.put("/shop", merchant, object("id", 150, "name", "x")).status());
        String shopper = shoppers.logIn("13912345673");
        assertEquals(
                403, client.put("/shop", shopper, object("id", 2, "name", "x")).status());
    }

    @Test
    void aNewSaleIsListedAndCanBeBoughtAtOnce() throws Exception {
        long voucher = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), 5);
        assertTrue(isListed(voucher, 5));
        String token = shoppers.logIn("13912345674");
        assertTrue(client.post("/voucher-order/seckill/" + voucher, token, null).success());
        Eventually.holds("the list shows what is left", () -> isListed(voucher, 4));
    }

    private boolean isListed(long voucher, int stock) {
        return client.get("/voucher/list/1", null).body().getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .anyMatch(listed -> listed.getLong("id") == voucher && listed.getInteger("stock") == stock);
    }
}
