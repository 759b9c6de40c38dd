package io.nightmarket.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The lines that are logged meanwhile, by any thread. */
public final class LogLines implements AutoCloseable {
    private final Logger logger;
    private final @Nullable Level before;
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    /** Those of a class, and of a package. */
    public LogLines(Class<?> source) {
        this(source.getName());
    }

    /** Those of this logger and of all below it, at the level that it has. */
    public LogLines(String name) {
        // Another class may be setting logging up at this moment.
        Eventually.holds("there is a logger", () -> LoggerFactory.getLogger(name) instanceof Logger);
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        appender.start();
        logger.addAppender(appender);
    }

    /** The lines of this level are logged, too, until this is closed. */
    public LogLines from(Level level) {
        logger.setLevel(level);
        return this;
    }

    /** Each with its level. */
    public List<String> all() {
        return events.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    public List<ILoggingEvent> events() {
        return events;
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
