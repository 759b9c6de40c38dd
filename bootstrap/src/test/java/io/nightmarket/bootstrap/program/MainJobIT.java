package io.nightmarket.bootstrap.program;

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
    private static final long LATER_DEMO_SALE = 2;
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

    /** Of types, shops, notes and their authors. */
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
    void anOrderIsItsOwnersOnly() throws Exception {
        String owner = shoppers.logIn("13912345670");
        String stranger = shoppers.logIn("13912345671");
        String order = client.post("/voucher-order/seckill/" + OPEN_DEMO_SALE, owner, null)
                .data();
        assertEquals(
                "ORDER_NOT_FOUND",
                client.get("/voucher-order/" + order, stranger).code());
    }

    @Test
    void aSaleThatOpensLaterSellsNothing() throws Exception {
        String token = shoppers.logIn("13912345672");
        Answer early = client.post("/voucher-order/seckill/" + LATER_DEMO_SALE, token, null);
        assertEquals("SALE_NOT_STARTED", early.code());
        assertEquals("秒杀尚未开始", early.body().getString("errorMsg"));
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
        Answer changed = client.put(
                "/shop",
                merchant,
                new JsonObject().put("id", 2).put("name", "夜市一号").put("sold", 99999999));
        assertTrue(changed.success(), changed::toString);
        JsonObject shop = client.get("/shop/2", null).object();
        assertEquals("夜市一号", shop.getString("name"));
        assertFalse(Objects.equals(99999999, shop.getInteger("sold")), "sales are not a merchant's to write");
        assertEquals(
                403,
                client.put("/shop", merchant, new JsonObject().put("id", 150).put("name", "x"))
                        .status());
        String shopper = shoppers.logIn("13912345673");
        assertEquals(
                403,
                client.put("/shop", shopper, new JsonObject().put("id", 2).put("name", "x"))
                        .status());
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

    @Test
    void aLogoutReallyEndsTheSession() throws Exception {
        String token = shoppers.logIn("13912345675");
        assertEquals(200, client.get("/user/me", token).status());
        assertTrue(client.post("/user/logout", token, null).success());
        assertEquals(401, client.get("/user/me", token).status());
    }

    @Test
    void aCodeWorksOnceAndFiveWrongTriesVoidIt() throws Exception {
        String phone = "13912345676";
        String token = shoppers.logIn(phone);
        assertFalse(token.isEmpty());
        String used = program.codeOf(phone).get();
        assertEquals("CODE_WRONG", logIn(phone, used).code());
        String other = "13912345677";
        assertTrue(client.post("/user/code?phone=" + other, null, null).success());
        String code = program.codeOf(other).get();
        String wrong = code.equals("000000") ? "000001" : "000000";
        for (int i = 0; i < 5; i++) {
            assertEquals("CODE_WRONG", logIn(other, wrong).code());
        }
        assertEquals("CODE_WRONG", logIn(other, code).code());
        assertEquals(
                "CODE_TOO_SOON",
                client.post("/user/code?phone=" + other, null, null).code());
    }

    @Test
    void badInputIsRefusedClearlyAndShowsNothingInside() throws Exception {
        String token = shoppers.logIn("13912345679");
        assertEquals(400, client.get("/shop/abc", null).status());
        assertEquals(400, client.get("/shop/-1", null).status());
        assertEquals(400, client.get("/shop/99999999999999999999", null).status());
        assertEquals(400, client.post("/voucher-order/seckill/0", token, null).status());
        assertEquals(
                "VOUCHER_NOT_FOUND",
                client.post("/voucher-order/seckill/987654", token, null).code());
        assertEquals(
                "PHONE_INVALID", client.post("/user/code?phone=12", null, null).code());
        assertEquals(400, client.post("/user/login", null, null).status());
        for (String bad : List.of("nonsense", token + "x", "Bearer a.b.c")) {
            assertEquals(401, client.get("/user/me", bad).status(), bad);
        }
        assertEquals(401, client.post("/voucher-order/seckill/1", null, null).status());
        Answer unknown = client.get("/no/such/route", null);
        assertEquals(404, unknown.status());
        assertFalse(unknown.body().getString("requestId").isEmpty());
    }

    @Test
    void theNodeSaysThatItIsWell() {
        assertEquals(200, client.get("/health/live", null).status());
        assertEquals(200, client.get("/health/ready", null).status());
    }

    private Answer logIn(String phone, String code) {
        return client.post(
                "/user/login", null, new JsonObject().put("phone", phone).put("code", code));
    }
}
