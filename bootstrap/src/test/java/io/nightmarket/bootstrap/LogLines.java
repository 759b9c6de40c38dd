package io.nightmarket.bootstrap;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The lines that a class logs meanwhile. */
public final class LogLines implements AutoCloseable {
    private final Logger logger;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    public LogLines(Class<?> source) {
        this.logger = (Logger) LoggerFactory.getLogger(source);
        lines.start();
        logger.addAppender(lines);
    }

    public List<String> all() {
        return lines.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
    }
}
