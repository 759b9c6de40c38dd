package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {
    @TempDir
    private Path directory;

    @Test
    void aWaitThatIsTooLongIsExplainedAndTheNextOneGetsIn() throws Exception {
        Path file = directory.resolve("lock");
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockMain.class.getName(),
                        file.toString())
                .start();
        try (BufferedReader lines = holder.inputReader();
                FolderLock lock = new FolderLock(file, Duration.ofMillis(50))) {
            assertEquals("HELD", lines.readLine());
            EmbeddedServerException failure =
                    assertThrows(EmbeddedServerException.class, () -> lock.holding(() -> "never reached"));
            assertEquals(
                    "Another node has held " + file
                            + " for 0 s; is it stuck while starting or stopping the embedded servers?",
                    failure.getMessage());
            holder.getOutputStream().close();
            assertEquals(0, holder.waitFor());
            assertEquals("in", lock.holding(() -> "in"));
        } finally {
            assertTrue(holder.destroyForcibly().onExit().join() != null);
        }
    }
}
