package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.nightmarket.bootstrap.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The files of conf/ that deploy a node name settings, options, folders and secrets that exist. */
final class DeployFilesTest {
    private static final Path DEPLOY = Path.of("..", "conf");
    private static final Pattern VARIABLE = Pattern.compile("\\bNIGHTMARKET_[A-Z_]+");
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void everyVariableIsASetting() throws IOException {
        Set<String> known = new TreeSet<>(Set.of("NIGHTMARKET_JAVA_OPTS"));
        keys("", YAML.readTree(Path.of("..", "conf", "application.yaml").toFile()))
                .forEach(key -> {
                    known.add(ConfigLoader.variable(key));
                    known.add(ConfigLoader.variable(key + "-file"));
                });
        for (String file : List.of("nightmarket.service", "Dockerfile", "compose.yaml")) {
            List<String> named = found(VARIABLE, 0, file);
            assertFalse(named.isEmpty(), file);
            assertEquals(
                    List.of(),
                    named.stream().filter(name -> !known.contains(name)).toList(),
                    file);
        }
    }

    private static Stream<String> keys(String prefix, JsonNode node) {
        return node.properties().stream()
                .flatMap(member -> member.getValue().isObject()
                        ? keys(prefix + member.getKey() + '.', member.getValue())
                        : Stream.of(prefix + member.getKey()));
    }

    @Test
    void theProgramTakesTheirCommands() throws IOException {
        JsonNode compose = YAML.readTree(DEPLOY.resolve("compose.yaml").toFile());
        List<String> clustered = strings(compose.path("x-node").path("command"));
        List<String> alone = List.of(
                found(Pattern.compile("ExecStart=/opt/nightmarket/bin/nightmarket (.*)"), 1, "nightmarket.service")
                        .getFirst()
                        .split(" ", -1));
        List<String> contained = strings(YAML.readTree(
                found(Pattern.compile("(?m)^CMD (.*)$"), 1, "Dockerfile").getFirst()));
        assertEquals(List.of("run", "--cluster"), clustered);
        for (List<String> arguments : List.of(clustered, alone, contained)) {
            CommandLine.ParseResult parsed = Main.commandLine().parseArgs(arguments.toArray(String[]::new));
            assertEquals("run", parsed.subcommand().commandSpec().name());
        }
    }

    @Test
    void theImageHasTheFoldersThatTheDistributionHas() throws IOException {
        String distribution = Files.readString(Path.of("src", "distribution", "assembly.xml"));
        List<String> copied = found(Pattern.compile("(?m)^COPY (\\w+)\\b.* /opt/nightmarket/\\1/?$"), 1, "Dockerfile");
        assertEquals(List.of("bin", "lib", "conf"), copied);
        for (String folder : copied) {
            assertTrue(distribution.contains("<outputDirectory>" + folder + "</outputDirectory>"), folder);
        }
    }

    @Test
    void nodesFindEachOtherAndGetTheSecretsThatTheyName() throws IOException {
        JsonNode compose = YAML.readTree(DEPLOY.resolve("compose.yaml").toFile());
        Set<String> addresses = new TreeSet<>();
        for (String node : List.of("node1", "node2")) {
            JsonNode service = compose.path("services").path(node);
            String address =
                    service.path("networks").path("market").path("ipv4_address").asText();
            assertEquals(
                    address,
                    service.path("environment").path("NIGHTMARKET_CLUSTER_HOST").asText());
            addresses.add(address);
        }
        JsonNode settings = compose.path("x-settings");
        assertEquals(
                addresses,
                Set.of(settings.path("NIGHTMARKET_CLUSTER_MEMBERS").asText().split(",", -1)));
        List<String> secrets = strings(compose.path("x-node").path("secrets"));
        settings.properties().stream()
                .filter(setting -> setting.getKey().endsWith("_FILE"))
                .forEach(setting ->
                        assertTrue(secrets.contains(setting.getValue().asText().replace("/run/secrets/", ""))));
        assertTrue(secrets.stream().allMatch(compose.path("secrets")::has), secrets::toString);
    }

    private static List<String> strings(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private static List<String> found(Pattern pattern, int group, String file) throws IOException {
        return pattern.matcher(Files.readString(DEPLOY.resolve(file)))
                .results()
                .map((MatchResult match) -> match.group(group))
                .toList();
    }
}
