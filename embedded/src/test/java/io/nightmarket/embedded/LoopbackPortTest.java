package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopbackPortTest {

    @TempDir
    Path directory;

    @Test
    void aFreePortIsKeptAndATakenOneReplaced() throws IOException {
        LoopbackPort ports = new LoopbackPort(directory.resolve("port"));
        int first = ports.free();
        assertEquals(first, ports.free());
        try (ServerSocket other = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
            assertNotEquals(other.getLocalPort(), ports.free());
        }
        assertNotEquals(OptionalInt.of(first), ports.recorded());
    }

    @Test
    void aRecordThatIsNoNumberCountsAsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("port"), "\n");
        assertEquals(OptionalInt.empty(), new LoopbackPort(file).recorded());
    }
}
