package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nightmarket.testkit.Programs;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site in a real browser makes the calls of a front end, in the order of a user who walks through its pages. */
@Tag("browser")
final class BrowserWalkIT {
    private static final int STEPS = 15;
    private static final long PHONE = 15_600_000_000L;
    private static final Pattern STEP = Pattern.compile("<li>(.*?)</li>");

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @TempDir
    private Path folder;

    @Test
    void everyPageAndButtonWorks() throws Exception {
        Optional<Path> browser = Programs.onThePath("chromium", "chromium-browser", "google-chrome");
        assumeTrue(browser.isPresent(), "chromium is not on the PATH: the site is not walked through");
        Path site = Files.createDirectories(folder.resolve("site"));
        for (String file : List.of("index.html", "walk.js")) {
            try (InputStream page = BrowserWalkIT.class.getResourceAsStream("/walk/" + file)) {
                Files.copy(Objects.requireNonNull(page), site.resolve(file));
            }
        }
        try (Program program = Program.start(Map.of(), "--data", data.toString(), "--static", site.toString());
                Client client = new Client(program.address())) {
            List<String> tokens = new Shoppers(program, client).logIn(2, PHONE);
            JsonObject password = new JsonObject().put("password", "correct-horse");
            assertTrue(client.put("/user/password", tokens.getFirst(), password).success());
            String bob = tokens.getLast();
            String page = walk(
                    browser.orElseThrow(),
                    program.address() + "/index.html?phone=" + PHONE + "&password=correct-horse&bob=" + bob + "&bobId="
                            + client.get("/user/me", bob).object().getLong("id"));

            List<String> steps = STEP.matcher(page)
                    .results()
                    .map((MatchResult step) -> step.group(1))
                    .toList();
            assertEquals(
                    List.of(),
                    steps.stream().filter(step -> !step.startsWith("passed")).toList());
            assertEquals(STEPS, steps.size(), page);
        }
    }

    /** The page once its script is through: the browser's clock stands while it waits for answers. */
    private String walk(Path browser, String address) throws IOException, InterruptedException {
        Path log = folder.resolve("browser.log");
        Path page = folder.resolve("page.html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--virtual-time-budget=60000",
                        "--dump-dom",
                        address)
                .redirectError(log.toFile())
                .redirectOutput(page.toFile())
                .start();
        try {
            assertTrue(process.waitFor(2, TimeUnit.MINUTES), "the browser does not come to an end");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(page, StandardCharsets.UTF_8);
    }
}
