package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Maven ./nightmarket takes, on a machine that has none on the PATH. */
final class CheckoutMavenTest {
    private static final Path SCRIPTS = Path.of("src").toAbsolutePath();

    @TempDir
    private Path folder;

    /** The programs that the script needs, and no mvn. */
    @BeforeEach
    void install() throws IOException {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        for (String name : new String[] {
            "bash", "curl", "cut", "dirname", "gzip", "mkdir", "mktemp", "mv", "rm", "sha512sum", "shasum", "tar"
        }) {
            Path program = programOf(name);
            if (Files.exists(program)) {
                Files.createSymbolicLink(programs.resolve(name), program);
            }
        }
    }

    private static Path programOf(String name) {
        return Stream.of("/usr/bin", "/bin")
                .map(place -> Path.of(place, name))
                .filter(Files::exists)
                .findFirst()
                .orElse(Path.of("/usr/bin", name));
    }

    @Test
    void anArchiveThatIsNotTheReleasedOneIsRefusedAndLeavesNothing() throws Exception {
        Path place = Files.createDirectories(repository().resolve("org/apache/maven/apache-maven/3.9.9"));
        Files.writeString(place.resolve("apache-maven-3.9.9-bin.tar.gz"), "something else");

        assertEquals(2, exitCode("find_maven"));
        assertEquals(
                "nightmarket: what was fetched as apache-maven-3.9.9 is not what was released: install Maven and put mvn"
                        + " on the PATH.",
                lastLine());
        assertHomeIsEmpty();
    }

    @Test
    void aRepositoryThatDoesNotAnswerIsOneSentence() throws Exception {
        assertEquals(2, exitCode("find_maven"));
        assertEquals("nightmarket: Maven can't be fetched: install it and put mvn on the PATH.", lastLine());
        assertHomeIsEmpty();
    }

    @Test
    void theOneThatWasFetchedBeforeIsTaken() throws Exception {
        Path mvn = Files.createDirectories(folder.resolve(".m2/apache-maven-3.9.9/bin"))
                .resolve("mvn");
        Files.writeString(mvn, "#!/usr/bin/env bash\n");
        assertTrue(mvn.toFile().setExecutable(true));

        assertEquals(0, exitCode("find_maven; command -v mvn"));
        assertEquals(mvn.toString(), lastLine());
    }

    private Path repository() {
        return folder.resolve("repository");
    }

    private int exitCode(String command) throws IOException, InterruptedException {
        ProcessBuilder bash = new ProcessBuilder(
                folder.resolve("bin/bash").toString(),
                "-c",
                "set -euo pipefail; source distribution/java.sh; source checkout/maven.sh; " + command);
        bash.environment().clear();
        bash.environment()
                .putAll(Map.of(
                        "PATH", folder.resolve("bin").toString(),
                        "HOME", folder.toString(),
                        "MVNW_REPOURL", repository().toUri().toString()));
        return bash.directory(SCRIPTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start()
                .waitFor();
    }

    private String lastLine() throws IOException {
        return Files.readAllLines(folder.resolve("output"), StandardCharsets.UTF_8)
                .getLast();
    }

    private void assertHomeIsEmpty() throws IOException {
        try (Stream<Path> left = Files.list(folder.resolve(".m2"))) {
            assertEquals(0, left.count());
        }
    }
}
