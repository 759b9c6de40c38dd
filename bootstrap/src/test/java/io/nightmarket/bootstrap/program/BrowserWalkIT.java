package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nightmarket.testkit.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site in a real browser makes the calls of a front end, in the order of users who walk through its pages. */
@Tag("browser")
final class BrowserWalkIT {
    private static final int STEPS = 55;
    private static final int WALK_MINUTES = 3;

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @TempDir
    private Path folder;

    @Test
    void everyPageAndButtonWorks() throws Exception {
        Optional<Path> browser = Programs.onThePath("chromium", "chromium-browser", "google-chrome");
        assumeTrue(browser.isPresent(), "chromium is not on the PATH: the site is not walked through");
        Path site = site();
        try (Program program = Program.start(Map.of(), "--data", data.toString(), "--static", site.toString());
                WalkServer server = new WalkServer(program)) {
            String address = program.address() + "/index.html?server=" + server.address();
            List<String> steps =
                    walk(browser.orElseThrow(), address, server).lines().toList();

            assertEquals(
                    List.of(),
                    steps.stream().filter(step -> !step.startsWith("passed")).toList());
            assertEquals(STEPS, steps.size(), () -> String.join("\n", steps));
        }
    }

    private Path site() throws IOException {
        Path site = Files.createDirectories(folder.resolve("site"));
        for (String file : List.of("index.html", "walk.js")) {
            try (InputStream page = BrowserWalkIT.class.getResourceAsStream("/walk/" + file)) {
                Files.copy(Objects.requireNonNull(page), site.resolve(file));
            }
        }
        return site;
    }

    private String walk(Path browser, String address, WalkServer server) throws Exception {
        Path log = folder.resolve("browser.log");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--accept-lang=zh-CN",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--remote-debugging-port=0",
                        address)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            return server.report().get(WALK_MINUTES, TimeUnit.MINUTES);
        } catch (TimeoutException e) {
            throw new AssertionError("the walk does not come to an end:\n" + Files.readString(log), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            int _ = process.destroyForcibly().waitFor();
        }
    }
}
