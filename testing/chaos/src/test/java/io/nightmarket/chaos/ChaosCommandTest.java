package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can't be played is refused in one sentence, before anything is started. */
final class ChaosCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--fault=earthquake, earthquake",
        "--fault=none;earthquake, earthquake",
        "--fault=none;poison;none, named twice",
        "--seed=-1, -1",
        "--seed=abc, abc",
        "--seed=9223372036854775808, 9223372036854775808",
        "--redis=redis://127.0.0.1:6379, its own",
        "--mysql=mysql://127.0.0.1/sale, its own",
        "--runs=0, runs",
        "--runs=many, many",
        "--buyers=0, buyers",
        "--stock=-3, stock",
        "--port=-1, port",
        "--port=70000, port",
        "--json=/no/such/folder/report.json, no such folder",
        "--nonsense, --nonsense",
    })
    void aSlipIsNamed(String argument, String named) {
        assertRefused(argument.replace(';', ','), named);
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused("--port=" + taken.getLocalPort(), "in use");
        }
    }

    @Test
    void everyFaultIsFoundByItsName() {
        for (Fault fault : Fault.values()) {
            assertEquals(Optional.of(fault), Fault.of(fault.written()));
        }
        assertEquals(Optional.empty(), Fault.of("KILL_NODE"));
    }

    private static void assertRefused(String argument, String named) {
        PrintStream usual = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            code = Main.program().execute(argument);
        } finally {
            System.setErr(usual);
        }
        String sentence = said.toString(StandardCharsets.UTF_8);
        assertEquals(2, code, sentence);
        assertEquals(1, sentence.lines().count(), sentence);
        assertTrue(sentence.startsWith("nightmarket: ") && sentence.contains(named), sentence);
    }
}
