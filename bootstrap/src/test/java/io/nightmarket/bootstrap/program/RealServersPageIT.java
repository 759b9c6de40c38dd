package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.SiteDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page of real servers, played as it is printed, on a database and a Redis that have nothing: its settings and its
 * commands, up to the first order. Other than printed are the addresses, and "console" as the gateway of login codes; the database is there
 * before, since the user of the tests may make no users.
 */
@Tag("commands")
@ResourceLock("TestServers")
final class RealServersPageIT {
    private static final Pattern BLOCK = Pattern.compile("```(\\w*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern FUNCTION = Pattern.compile("login\\(\\) \\{\n.*?\n}\n", Pattern.DOTALL);
    private static final Pattern SETTING = Pattern.compile("export (NIGHTMARKET_\\w+)=(\\S+)");

    @TempDir
    private Path folder;

    static Stream<String> shells() {
        return Stream.of("bash", "zsh").filter(shell -> Files.isExecutable(Path.of("/bin", shell)));
    }

    @ParameterizedTest
    @MethodSource("shells")
    void thePageLeadsToTheFirstOrder(String shell) throws Exception {
        String page = Files.readString(Path.of("..", "docs", "real-servers.md")).split("## Package it", 2)[0];
        List<MatchResult> blocks = BLOCK.matcher(page).results().toList();
        Path redisFolder = Files.createDirectories(folder.resolve("redis-data"));
        try (SiteDatabase database = new SiteDatabase();
                OwnServer redis = OwnServer.redis(redisFolder)) {
            write("token", "0123456789abcdef0123456789abcdef");
            write("redis", redis.uri());
            write("mysql", database.uri());
            List<String> commands = block(blocks, "sh");
            try (Program node = Program.startQuickly(settings(commands.getFirst()), "--data", unused())) {
                String output = Shell.play(shell, script(commands, node), node);
                String printed = blocks.stream()
                        .filter(block -> block.group(2).contains("is ADMIN now"))
                        .findFirst()
                        .orElseThrow()
                        .group(2);
                assertTrue(output.startsWith(printed), () -> output + node.output());
                assertTrue(
                        output.substring(printed.length()).matches("\\{\"success\":true,\"data\":\"\\d+\"}\\s*"),
                        () -> output + node.output());
                Eventually.holds(
                        "the order is settled",
                        () -> database.rows("SELECT COUNT(*) FROM tb_voucher_order")
                                .equals(List.of("1")));
            }
        }
        assertTrue(Files.notExists(Path.of(unused())), "no embedded server, no data folder");
    }

    private static List<String> block(List<MatchResult> blocks, String kind) {
        return blocks.stream()
                .filter(block -> block.group(1).equals(kind))
                .map(block -> block.group(2))
                .toList();
    }

    private void write(String name, String content) throws Exception {
        var _ = Files.writeString(folder.resolve(name), content);
    }

    private String unused() {
        return folder.resolve("unused").toString();
    }

    private String ofThisMachine(String commands) {
        return commands.replace("/run/secrets", folder.toString()).replace("https://sms.example/send", "console");
    }

    private Map<String, String> settings(String commands) {
        return SETTING.matcher(ofThisMachine(commands))
                .results()
                .collect(Collectors.toMap(setting -> setting.group(1), setting -> setting.group(2)));
    }

    private String script(List<String> commands, Program node) throws Exception {
        Matcher login = FUNCTION.matcher(Files.readString(Path.of("..", "docs", "tour.md")));
        assertTrue(login.find(), "the tour prints the function");
        String script = login.group()
                + commands.stream()
                        .map(block -> block.replace("./nightmarket run\n", ""))
                        .map(this::ofThisMachine)
                        .collect(Collectors.joining());
        return script.replace("localhost:8080", node.address().replace("http://", ""))
                .replace("./nightmarket", Program.shellCommand());
    }
}
