package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import io.nightmarket.testkit.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** This machine's Chromium; a test that needs it is skipped where there is none. */
final class VisitorBrowser implements AutoCloseable {
    private final Playwright playwright;
    private final Browser browser;

    private VisitorBrowser(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static VisitorBrowser start() {
        Optional<Path> chromium = Programs.onThePath("chromium", "chromium-browser", "google-chrome");
        assumeTrue(chromium.isPresent(), "chromium is not on the PATH: the storefront is not looked at");
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            return new VisitorBrowser(
                    playwright,
                    playwright
                            .chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(chromium.get())
                                    .setArgs(List.of("--no-sandbox"))));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    Visitor visitor(String address, Visitor.Look look) {
        return new Visitor(browser, address, look);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
