package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The log of the program, as conf/logback.xml writes it. */
final class LogLinesTest {
    private static final String FORGED = "2026-11-22T14:20:00.000+08:00 INFO  LogIn - admin logged in";
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)";

    @Test
    void aLineBeginsWithDateTimeAndZone() throws JoranException {
        String line = written("started", null);
        assertTrue(line.matches(DATE + " WARN  LogLinesTest - started\n"), line);
    }

    @Test
    void noMessageMakesALineOfItsOwn() throws JoranException {
        for (String end : List.of("\n", "\r\n", "\r", "\u0085", "\u2028")) {
            String line = written("request POST /x" + end + FORGED, null);
            assertEquals(1, line.lines().count(), line);
            assertTrue(line.indexOf('\r') < 0, line);
        }
        assertTrue(written("a\r\nb", null).endsWith(" - a\\r\\nb\n"));
        assertTrue(written("a\u001b[2Jb\u0000\u009b", null).endsWith(" - a?[2Jb??\n"));
    }

    @Test
    void aStackTraceStaysReadableAndForgesNothing() throws JoranException {
        String written = written("failed", new IllegalStateException("of\r\n" + FORGED, new RuntimeException("cause")));
        List<String> lines = written.lines().toList();
        assertTrue(lines.getFirst().endsWith("WARN  LogLinesTest - failed"), written);
        assertEquals("    java.lang.IllegalStateException: of?", lines.get(1));
        assertEquals("    " + FORGED, lines.get(2));
        assertTrue(lines.get(3).startsWith("    \tat io.nightmarket.bootstrap.LogLinesTest."), written);
        assertTrue(lines.contains("    Caused by: java.lang.RuntimeException: cause"), written);
        assertEquals(1, lines.stream().filter(line -> !line.startsWith("    ")).count(), written);
    }

    /** The only line of this class of Vert.x above DEBUG is about a client that breaks off a download. */
    @Test
    void aDownloadThatIsBrokenOffIsNoLine() throws JoranException {
        LoggerContext context = configured();
        assertFalse(context.getLogger("io.vertx.core.net.impl.VertxConnection").isErrorEnabled());
        assertTrue(context.getLogger("io.vertx.core.net.impl.ConnectionBase").isErrorEnabled());
        context.stop();
    }

    /** Vert.x fails to handle it, at each reset connection with unanswered requests; Netty warns of that failure. */
    @Test
    void aConnectionThatIsResetIsNoLine() throws JoranException {
        LoggerContext context = configured();
        assertFalse(context.getLogger("io.netty.channel.AbstractChannelHandlerContext")
                .isWarnEnabled());
        assertTrue(context.getLogger("io.netty.channel.DefaultChannelPipeline").isWarnEnabled());
        context.stop();
    }

    @Test
    void aNodeThatAnotherCanNotReachIsOneLine() throws JoranException {
        String line = written(
                "io.vertx.core.eventbus.impl.clustered",
                "short",
                "Connecting to server b failed",
                new IllegalStateException("no\n" + FORGED, new RuntimeException("refused")));
        assertEquals(1, line.lines().count(), line);
        assertTrue(line.matches(DATE + " WARN  LogLinesTest - Connecting to server b failed: .*no.*refused *\n"), line);
        assertFalse(line.contains("\tat "), line);
        LoggerContext context = configured();
        assertFalse(context.getLogger("io.vertx.core.eventbus.impl.clustered").isAdditive());
        context.stop();
    }

    private static LoggerContext configured() throws JoranException {
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Path.of("..", "conf", "logback.xml").toFile());
        return context;
    }

    private static String written(String message, @Nullable Throwable thrown) throws JoranException {
        return written("ROOT", "console", message, thrown);
    }

    private static String written(String logger, String appender, String message, @Nullable Throwable thrown)
            throws JoranException {
        LoggerContext context = configured();
        ConsoleAppender<ILoggingEvent> console =
                (ConsoleAppender<ILoggingEvent>) context.getLogger(logger).getAppender(appender);
        ILoggingEvent event = new LoggingEvent(
                "fqcn", context.getLogger(LogLinesTest.class), Level.WARN, message, thrown, new Object[0]);
        String written = new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
        context.stop();
        return written;
    }
}
