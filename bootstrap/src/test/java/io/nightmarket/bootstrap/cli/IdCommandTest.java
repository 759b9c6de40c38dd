package io.nightmarket.bootstrap.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.id.IdLayout;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class IdCommandTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path home;

    private final OrderNumbers numbers = new OrderNumbers(SECRET.getBytes(StandardCharsets.UTF_8));
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(Map<String, String> environment, String... arguments) {
        IdCommand command =
                new IdCommand(new ConfigLoader(home, environment), new ManualClock(NOON.plus(Duration.ofHours(1))));
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }

    private int run(String... arguments) {
        return run(Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET), arguments);
    }

    private static OrderId id(long sequence) {
        return new OrderId(IdLayout.compose(NOON, sequence));
    }

    private static String reading(String kind, OrderId id, String number) {
        return """
                read as        %s
                id             %d
                time           2026-11-20T12:00:00Z
                number of day  %d
                order number   %s
                """.formatted(kind, id.value(), IdLayout.sequence(id.value()), number);
    }

    /** One that can't be taken for an id. */
    private OrderId plain() {
        return LongStream.rangeClosed(1, 100)
                .mapToObj(IdCommandTest::id)
                .filter(id -> Long.parseLong(numbers.of(id)) > IdLayout.compose(NOON, 1) * 2)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anIdIsTakenApart() {
        assertEquals(0, run(Long.toString(id(4711).value())), errors::toString);
        assertEquals(reading("an id", id(4711), numbers.of(id(4711))), out.toString());
    }

    @Test
    void anOrderNumberIsTakenApart() {
        OrderId id = plain();
        assertEquals(0, run(numbers.of(id)), errors::toString);
        assertEquals(reading("an order number", id, numbers.of(id)), out.toString());
    }

    @Test
    void aNumberThatMayBeBothIsReadBothWays() {
        OrderId id = LongStream.rangeClosed(1, 10_000)
                .mapToObj(IdCommandTest::id)
                .filter(one -> Long.parseLong(numbers.of(one)) < IdLayout.compose(NOON, 1))
                .findFirst()
                .orElseThrow();
        assertEquals(0, run(numbers.of(id)), errors::toString);
        assertTrue(out.toString().startsWith("read as        an id"), out::toString);
        assertTrue(out.toString().endsWith(reading("an order number", id, numbers.of(id))), out::toString);
    }

    @Test
    void withoutASecretAnIdIsTakenApartAllTheSame() {
        assertEquals(0, run(Map.of(), Long.toString(id(1).value())), errors::toString);
        assertEquals(
                reading("an id", id(1), "not known: no node has run here, so there is no secret yet"), out.toString());
        assertEquals(2, run(Map.of(), numbers.of(plain())));
        assertTrue(errors.toString().contains("no secret yet"), errors::toString);
    }

    @Test
    void theSecretThatEmbeddedModeMadeIsUsed() throws Exception {
        Files.createDirectories(home.resolve("data"));
        Files.writeString(home.resolve("data/token.key"), SECRET);
        assertEquals(0, run(Map.of(), numbers.of(plain())), errors::toString);
        assertEquals(reading("an order number", plain(), numbers.of(plain())), out.toString());
    }

    @Test
    void anotherSecretIsToldApart() {
        OrderId id = plain();
        assertEquals(2, run(Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET + "!"), numbers.of(id)), out::toString);
    }

    @Test
    void aWrongConfigurationIsSaid() {
        assertEquals(0, run(Map.of("NIGHTMARKET_TOKEN_SECRET", "short"), Long.toString(id(1).value())));
        assertTrue(out.toString().contains("'token.secret' needs at least 32 characters"), out::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "x",
                "",
                "99999999999999999999",
                "9223372036854775808",
                "9223372036854775807",
                "4294967296"
            })
    void whatIsNeitherIsRefusedInOneSentence(String text) {
        assertEquals(2, run("--", text), out::toString);
        assertEquals("", out.toString());
        assertEquals(1, errors.toString().lines().count(), errors::toString);
        assertTrue(errors.toString().startsWith("nightmarket: " + text), errors::toString);
    }
}
