package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.nightmarket.bootstrap.program.Visitor.Look;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** People at the storefront, in a real browser. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class StorefrontIT {
    private static final ZoneId SHOP_TIME = ZoneId.of("Asia/Shanghai");
    private static final String MARKUP = "<img src=x onerror=alert(1)> <b>粗</b> 1<2 שלום مرحبا 🍢𠮷" + "宽".repeat(8);

    private static final String NAME = "🍢𠮷<b>夜市</b>مرحبا" + "宽".repeat(12);
    private static final Path PICTURE = Path.of(
            "..",
            "embedded",
            "src",
            "main",
            "resources",
            "io",
            "nightmarket",
            "embedded",
            "demo",
            "pictures",
            "blogs",
            "note-1.jpg");
    private static final Locator.WaitForOptions HIDDEN =
            new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);

    private Program program;
    private Client client;
    private Shoppers shoppers;
    private VisitorBrowser browser;
    private String admin;
    private long phone = 15_100_000_000L;

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        browser = VisitorBrowser.start();
        program = Program.start(Map.of(), "--data", data.toString());
        client = new Client(program.address());
        shoppers = new Shoppers(program, client);
        admin = shoppers.logIn(Shoppers.ADMIN);
    }

    @AfterAll
    void stop() throws Exception {
        try (Program _ = program;
                Client _ = client;
                VisitorBrowser _ = browser) {
            // Each is closed, whatever the others do.
        }
    }

    private Visitor visitor(Look look) {
        return browser.visitor(program.address(), look);
    }

    private String nextPhone() {
        return Long.toString(phone++);
    }

    private Visitor loggedIn(Look look) {
        Visitor made = visitor(look);
        made.logIn(nextPhone());
        return made;
    }

    /** A sale in shop 1, with times relative to now in seconds. */
    private long sale(int stock, int begin, Map<String, Object> more) {
        LocalDateTime now = LocalDateTime.now(SHOP_TIME).withNano(0);
        JsonObject voucher = new JsonObject()
                .put("shopId", 1)
                .put("title", "夜宵券")
                .put("payValue", 800)
                .put("actualValue", 1000)
                .put("stock", stock)
                .put("beginTime", now.plusSeconds(begin).toString())
                .put("endTime", now.plusHours(1).toString());
        more.forEach(voucher::put);
        Client.Answer made = client.post("/voucher/seckill", admin, voucher);
        assertTrue(made.success(), made::toString);
        return Long.parseLong(made.data());
    }

    static Stream<Look> looks() {
        return Stream.of(Look.PHONE, Look.DESK);
    }

    @ParameterizedTest
    @MethodSource("looks")
    void fromTheLoginToAPaidOrderWithItsCode(Look look) {
        long sale = sale(10, -60, Map.of());
        try (Visitor visitor = loggedIn(look)) {
            var _ = visitor.buy(sale, "SETTLED");
            visitor.page().locator(".outcome a").click();
            visitor.page().locator("form button[type=submit]").click();
            visitor.page().locator(".code img").waitFor();
            visitor.page().waitForFunction("() => document.querySelector('.code img').naturalWidth > 0");
            var _ = visitor.page().goBack();
            visitor.await("SETTLED");
            visitor.open("/orders").locator(".cards li").first().waitFor();
            visitor.assertContent();
        }
    }

    @Test
    void oneOfTwoGetsTheLastUnit() {
        long sale = sale(1, -60, Map.of());
        try (Visitor first = loggedIn(Look.PHONE);
                Visitor second = loggedIn(Look.DESK)) {
            first.openSale(sale);
            second.openSale(sale);
            first.page().locator("button.buy:enabled").click();
            second.page().locator("button.buy:enabled").click();
            for (Visitor each : List.of(first, second)) {
                each.page()
                        .locator("[data-stage=SETTLED], [data-stage=REFUSED]")
                        .waitFor();
            }
            assertEquals(
                    1,
                    Stream.of(first, second)
                            .filter(each ->
                                    each.page().locator("[data-stage=SETTLED]").count() == 1)
                            .count());
        }
    }

    /** The clock of the browser is wrong by an hour, and it stands in another zone. */
    @Test
    void aSaleOpensWhileThePageIsOpen() {
        try (Visitor visitor = visitor(Look.DESK)) {
            visitor.page().clock().install(new Clock.InstallOptions().setTime(System.currentTimeMillis() + 3_600_000));
            visitor.logIn(nextPhone());
            visitor.openSale(sale(5, 15, Map.of()));
            visitor.page().locator("button.buy:disabled").waitFor();
            visitor.page().locator("button.buy:enabled").click();
            visitor.await("SETTLED");
            visitor.assertContent();
        }
    }

    @Test
    void theWaitingRoomIsEnteredEarlyAndLetsTheBuyerIn() {
        try (Visitor visitor = loggedIn(Look.PHONE)) {
            var _ = visitor.buy(sale(5, 15, Map.of("waitingRoom", true)), "ROOM");
            visitor.await("SETTLED");
            visitor.assertContent();
        }
    }

    @Test
    void whoComesTooLateWaitsAndGetsTheUnitThatComesBack() {
        long sale = sale(1, -60, Map.of("waitlist", true));
        try (Visitor first = loggedIn(Look.PHONE);
                Visitor second = loggedIn(Look.PHONE)) {
            var _ = first.buy(sale, "SETTLED");
            var _ = second.buy(sale, "REFUSED");
            second.page().locator(".outcome button").click();
            second.await("WAITLIST");
            first.page().onDialog(dialog -> dialog.accept());
            first.page().locator(".outcome a").click();
            first.page().locator("form button[type=button]").click();
            second.await("SETTLED");
        }
    }

    @Test
    void aSecondTabAndASecondClickMakeNoSecondOrder() {
        long sale = sale(5, -60, Map.of());
        try (Visitor visitor = loggedIn(Look.PHONE)) {
            visitor.openSale(sale);
            Page first = visitor.page();
            var _ = visitor.newTab();
            visitor.openSale(sale);
            visitor.page().locator("button.buy:enabled").waitFor();
            first.locator("button.buy:enabled").dblclick();
            first.locator("[data-stage=SETTLED]").waitFor();
            visitor.page().locator("button.buy:enabled").click();
            visitor.await("SETTLED");
            visitor.open("/orders").locator(".cards li").first().waitFor();
            assertEquals(1, visitor.page().locator(".cards li").count());
            visitor.assertContent();
        }
    }

    @Test
    void aLostConnectionIsBridged() {
        long sale = sale(5, -60, Map.of());
        try (Visitor visitor = loggedIn(Look.PHONE)) {
            visitor.openSale(sale);
            visitor.page().locator("button.buy:enabled").waitFor();
            visitor.context().setOffline(true);
            visitor.page().locator("button.buy").click();
            visitor.await("BUSY");
            visitor.context().setOffline(false);
            visitor.await("SETTLED");
        }
    }

    @Test
    void anExpiredSessionLeadsToTheLoginAndBack() {
        long sale = sale(5, -60, Map.of());
        String phone = nextPhone();
        try (Visitor visitor = visitor(Look.PHONE)) {
            visitor.logIn(phone);
            visitor.openSale(sale);
            visitor.page().locator("button.buy:enabled").waitFor();
            visitor.page().evaluate("localStorage.setItem('night-market.token', 'ended')");
            visitor.page().locator("button.buy:enabled").click();
            visitor.page().waitForURL(url -> url.contains("/login"));
            visitor.fillInLogin(phone);
            visitor.page().locator("button.buy:enabled").click();
            visitor.await("SETTLED");
        }
    }

    @Test
    void whoGivesBackAPaidOrderGetsTheMoney() {
        long sale = sale(1, -60, Map.of());
        try (Visitor visitor = loggedIn(Look.DESK)) {
            Page page = visitor.buy(sale, "SETTLED");
            page.onDialog(dialog -> dialog.accept());
            page.locator(".outcome a").click();
            page.locator("form button[type=submit]").click();
            page.locator(".code ~ button").click();
            page.locator(".code").waitFor(HIDDEN);
            page.getByText("Refunded").first().waitFor();
            visitor.assertContent();
        }
    }

    @Test
    void peopleWriteLikeCommentAndFollow() {
        try (Visitor author = loggedIn(Look.PHONE);
                Visitor reader = loggedIn(Look.DESK)) {
            Page writing = author.open("/write/1");
            writing.locator("input[name=title]").fill(MARKUP);
            writing.locator("textarea[name=content]").fill(MARKUP);
            writing.locator("input[type=file]").setInputFiles(PICTURE);
            writing.locator(".shots li").waitFor();
            writing.locator("form button.large").click();
            writing.waitForURL(url -> url.contains("/note/"));
            writing.locator("main img").first().waitFor();
            assertTrue(writing.locator("h1").textContent().contains("<b>粗</b> 1<2"));
            assertFits(writing);

            Page reading = reader.open(writing.url().replaceAll(".*#", ""));
            reading.locator("button.like").click();
            reading.locator("button.like[aria-pressed=true]").waitFor();
            reading.locator(".comment-form textarea").fill(MARKUP);
            reading.locator(".comment-form button").click();
            reading.locator(".comment").getByText("1<2").waitFor();
            reading.locator(".author a").click();
            reading.locator("button[aria-pressed=false]").click();
            reading.locator("button[aria-pressed=true]").waitFor();
            reader.open("/feed").locator("main h1").waitFor();
            assertFits(reading);
            author.assertContent();
            reader.assertContent();
        }
    }

    @Test
    void aVisitorChecksInAndHasAName() {
        try (Visitor visitor = loggedIn(Look.PHONE)) {
            Page page = visitor.open("/me");
            page.getByText("今日签到").click();
            page.locator(".day.done").waitFor();
            visitor.open("/me/profile").locator("input[name=nickName]").fill(NAME);
            page.locator("form button").last().click();
            page.locator("h1").getByText(NAME).waitFor();
            assertFits(page);
            visitor.assertContent();
        }
    }

    private static void assertFits(Page page) {
        assertEquals(
                true,
                page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
                page.url());
    }

    static Stream<Look> allLooks() {
        return Stream.of(Look.PHONE, Look.DESK, Look.FOREIGN_PHONE, Look.OFFICE);
    }

    /** One that is open, one that opens within minutes, one that is over. */
    @Test
    void theDemoMoves() {
        Eventually.holds("a sale opens soon", () -> comingSale().isPresent());
        assertTrue(demoSales().anyMatch(sale -> beginsIn(sale) < 0 && endsIn(sale) > 0));
        assertTrue(demoSales().anyMatch(sale -> endsIn(sale) < 0));
    }

    private Stream<JsonObject> demoSales() {
        return Stream.of(1, 2, 3, 11, 12, 13)
                .flatMap(shop -> client.get("/voucher/list/" + shop, null).body().getJsonArray("data").stream())
                .map(JsonObject.class::cast)
                .filter(voucher -> voucher.getInteger("type") == 1);
    }

    private Optional<JsonObject> comingSale() {
        return demoSales()
                .filter(sale -> beginsIn(sale) > 15 && beginsIn(sale) < 660)
                .findAny();
    }

    private static long beginsIn(JsonObject sale) {
        return secondsTo(sale.getString("beginTime"));
    }

    private static long endsIn(JsonObject sale) {
        return secondsTo(sale.getString("endTime"));
    }

    private static long secondsTo(String time) {
        return LocalDateTime.now(SHOP_TIME).until(LocalDateTime.parse(time), ChronoUnit.SECONDS);
    }

    /** As the README shows it: on a phone somebody has bought, on a desk somebody waits for the next sale. */
    @Test
    void theSaleIsPhotographed() throws Exception {
        Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
        Path phone = pictures.resolve("sale-phone.jpg");
        Path desk = pictures.resolve("sale-desk.jpg");
        try (Visitor buyer = loggedIn(Look.README_PHONE);
                Visitor waiter = loggedIn(Look.README_DESK)) {
            var _ = buyer.buy(1, "SETTLED");
            buyer.photograph(phone);
            Eventually.holds(
                    "a sale opens soon, and not at once", () -> comingSale().isPresent());
            JsonObject next = comingSale().orElseThrow();
            var _ = waiter.open("/shop/" + next.getInteger("shopId") + "/sale/" + next.getValue("id"));
            waiter.page().locator("button.buy").waitFor();
            waiter.photograph(desk);
            buyer.assertContent();
            waiter.assertContent();
        }
        Path shown = Path.of("..", "docs", "pictures");
        for (Path folder : List.of(pictures, shown)) {
            long bytes =
                    Files.size(folder.resolve(phone.getFileName())) + Files.size(folder.resolve(desk.getFileName()));
            assertTrue(bytes < 300_000, folder + ": " + bytes);
        }
    }

    @ParameterizedTest
    @MethodSource("allLooks")
    void everyPageIsWholeAndReachable(Look look) throws Exception {
        Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
        try (Visitor visitor = loggedIn(look)) {
            String order = visitor.buy(sale(1, -60, Map.of()), "SETTLED")
                    .locator(".outcome a")
                    .getAttribute("href");
            for (String place : List.of(
                    order.substring(1),
                    "/",
                    "/type/1",
                    "/search?name=店",
                    "/shop/1",
                    "/shop/1/sale/1",
                    "/notes",
                    "/note/1",
                    "/write/1",
                    "/feed",
                    "/orders",
                    "/user/1",
                    "/user/1/followers",
                    "/user/1/common",
                    "/me",
                    "/me/profile",
                    "/login")) {
                Page page = visitor.open(place);
                page.locator("main h1").first().waitFor();
                page.waitForFunction("() => !document.querySelector('.skeleton')");
                assertEquals(0, page.locator("img.missing").count(), place);
                assertFits(page);
                visitor.photograph(
                        pictures.resolve(look.width() + look.locale() + place.replaceAll("[^a-z]+", "-") + ".png"));
                if (looks().anyMatch(look::equals)) {
                    assertNoSeriousFindings(page);
                }
            }
            visitor.assertContent();
        }
    }

    private static void assertNoSeriousFindings(Page page) {
        List<String> findings = new AxeBuilder(page)
                .analyze().getViolations().stream()
                        .filter(rule -> List.of("serious", "critical").contains(rule.getImpact()))
                        .map(rule ->
                                rule.getId() + " " + rule.getNodes().getFirst().getHtml())
                        .toList();
        assertEquals(List.of(), findings, page.url());
    }
}
