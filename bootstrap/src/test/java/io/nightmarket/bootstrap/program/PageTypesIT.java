package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nightmarket.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scripts of the pages keep to their types, and to those of the contract. Runs where npm is, which fetches the compiler. */
@Tag("browser")
final class PageTypesIT {
    private static final Path RESOURCES =
            Path.of("../adapters-http/src/main/resources").toAbsolutePath().normalize();
    private static final String OUTPUT = "output.txt";
    private static final List<String> TOOLS =
            List.of("typescript@5.9.3", "openapi-typescript@7.13.0", "lit-html@3.2.1");

    @Test
    void everyScriptHasItsTypes() throws Exception {
        assumeTrue(
                Programs.onThePath("npm").isPresent(),
                "npm is not on the PATH: the types of the pages are not checked");
        Path folder = Files.createDirectories(Path.of("target", "page-types").toAbsolutePath());
        Files.writeString(folder.resolve("package.json"), "{}");
        Files.writeString(folder.resolve("tsconfig.json"), configuration());
        Path types = Files.createDirectories(folder.resolve("types"));
        assumeTrue(
                succeeds(folder, concat(List.of("npm", "install", "--no-audit", "--no-fund", "--no-save"), TOOLS)),
                "the compiler can't be fetched: the types of the pages are not checked");
        // Scripts name the library by the path at which it is served.
        Path library = Files.createDirectories(types.resolve("lib")).resolve("lit-html");
        Files.deleteIfExists(library);
        Files.createSymbolicLink(library, folder.resolve("node_modules/lit-html"));
        run(
                folder,
                List.of(
                        "npx",
                        "openapi-typescript",
                        RESOURCES.resolve("openapi.yaml").toString(),
                        "-o",
                        "types/contract.d.ts"));
        run(folder, List.of("npx", "tsc", "-p", "."));
    }

    private static String configuration() {
        return """
            {"compilerOptions": {"checkJs": true, "allowJs": true, "noEmit": true, "strict": true, "noUnusedLocals": true,
              "module": "esnext", "moduleResolution": "bundler", "target": "es2024", "lib": ["es2024", "dom", "dom.iterable"],
              "rootDirs": ["%1$s/pages", "types"], "skipLibCheck": true, "types": []},
             "include": ["%1$s/pages/**/*.js", "types/contract.d.ts"]}
            """.formatted(RESOURCES);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.of(first, second).flatMap(List::stream).toList();
    }

    private static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        assertTrue(succeeds(folder, command), () -> command + ": " + readQuietly(folder.resolve(OUTPUT)));
    }

    private static boolean succeeds(Path folder, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(OUTPUT).toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return ended && process.exitValue() == 0;
    }

    private static String readQuietly(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
