package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {

    @TempDir
    Path directory;

    @Test
    void whoeverWaitsTooLongIsToldWhatForAndTheNextOneGetsIn() {
        Path file = directory.resolve("lock");
        DirectoryLock lock = new DirectoryLock(file, Duration.ofMillis(50));
        EmbeddedServerException failure = assertThrows(
                EmbeddedServerException.class, () -> lock.holding(() -> lock.holding(() -> "never reached")));
        assertEquals(
                "Another node has held " + file
                        + " for 0 s; is it stuck while starting or stopping the embedded servers?",
                failure.getMessage());
        assertEquals("in", lock.holding(() -> "in"));
    }
}
