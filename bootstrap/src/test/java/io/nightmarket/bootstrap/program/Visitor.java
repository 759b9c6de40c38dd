package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Someone with a browser in front of the storefront; what goes wrong in the browser is written down. */
final class Visitor implements AutoCloseable {
    /** A busy machine is not what is tested. */
    private static final double PATIENCE_MS = 90_000;

    private final BrowserContext context;
    private final String address;
    private final List<String> complaints = new ArrayList<>();
    private Page page;

    /** How somebody looks at the pages. */
    record Look(String locale, int width, ColorScheme colors, String timeZone) {
        static final Look PHONE = new Look("zh-CN", 360, ColorScheme.LIGHT, "Asia/Shanghai");
        static final Look DESK = new Look("en-US", 1_440, ColorScheme.DARK, "America/New_York");
        static final Look README_PHONE = new Look("zh-CN", 390, ColorScheme.LIGHT, "Asia/Shanghai");
        static final Look README_DESK = new Look("en-US", 1_200, ColorScheme.DARK, "Asia/Shanghai");
        static final Look FOREIGN_PHONE = new Look("en-GB", 360, ColorScheme.DARK, "Europe/London");
        static final Look OFFICE = new Look("zh-CN", 1_440, ColorScheme.LIGHT, "Asia/Shanghai");
    }

    Visitor(Browser browser, String address, Look look) {
        this.address = address;
        this.context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(look.width(), 800)
                .setColorScheme(look.colors())
                .setTimezoneId(look.timeZone())
                .setIgnoreHTTPSErrors(true)
                .setLocale(look.locale()));
        context.setDefaultTimeout(PATIENCE_MS);
        this.page = newTab();
    }

    /** A further tab of the same browser, which is the one looked at from now on. */
    Page newTab() {
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (List.of("error", "warning").contains(message.type())) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            if (!request.url().startsWith(address) && !request.url().startsWith("blob:")) {
                complaints.add("outside address " + request.url());
            }
        });
        page.onRequestFailed(request -> {
            if (!request.failure().contains("ERR_ABORTED")) {
                complaints.add(request.failure() + " " + request.url());
            }
        });
        page.onResponse(response -> {
            if (response.status() >= 400) {
                complaints.add(response.status() + " " + response.url());
            }
        });
        return page;
    }

    Page page() {
        return page;
    }

    BrowserContext context() {
        return context;
    }

    /** Opens a page of the storefront, as {@code /shop/1}. */
    Page open(String place) {
        page.navigate(address + "/#" + place);
        return page;
    }

    /** Logs in by the code that the page shows. */
    void logIn(String phone) {
        var _ = open("/login");
        fillInLogin(phone);
    }

    /** Does so on the login page that is open. */
    void fillInLogin(String phone) {
        try {
            page.locator("input[name=phone]").fill(phone);
        } catch (TimeoutError e) {
            throw new AssertionError(complaints + " " + page.locator("body").innerText(), e);
        }
        page.locator("form.login button[type=button]").click();
        String shown = page.locator(".shown-code").textContent();
        page.locator("input[name=code]").fill(shown.replaceAll(".*?([0-9]{6}).*", "$1"));
        page.locator("form.login button[type=submit]").click();
        page.waitForURL(url -> !url.contains("/login"));
    }

    /** Has this session from the next page on. */
    void hold(String token) {
        context.addInitScript("localStorage.setItem('night-market.token', '" + token + "')");
    }

    /** Buys in a sale, and waits for this outcome. */
    Page buy(long sale, String outcome) {
        openSale(sale);
        page.locator("button.buy:enabled").click();
        await(outcome);
        return page;
    }

    void openSale(long sale) {
        var _ = open("/shop/1/sale/" + sale);
    }

    /** Waits until the page of a sale shows this stage of the purchase. */
    void await(String stage) {
        page.locator("[data-stage=" + stage + "]").waitFor();
    }

    /** Nothing went wrong so far. */
    void assertContent() {
        assertEquals(List.of(), complaints);
    }

    /** Once all pictures that are in sight are there, and no message lies over them. */
    void photograph(Path file) {
        page.waitForFunction("() => !document.querySelector('#toast.shown')");
        page.waitForFunction("() => [...document.images].every(image => image.complete"
                + " || image.getBoundingClientRect().top > innerHeight || image.getBoundingClientRect().bottom < 0)");
        boolean small = file.toString().endsWith(".jpg");
        var _ = page.screenshot(
                new Page.ScreenshotOptions().setPath(file).setType(small ? ScreenshotType.JPEG : ScreenshotType.PNG));
    }

    @Override
    public void close() {
        context.close();
    }
}
