package io.nightmarket.testnode;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What a node's process used until now, and its longest pause by the garbage collector since it was last read. */
public record Usage(Duration processor, Duration longestPause) {
    private static final AtomicLong LONGEST = new AtomicLong();

    /** Begins to note how long collections stop this process. */
    static void watch() {
        ManagementFactory.getGarbageCollectorMXBeans().stream()
                // Others report cycles beside the program, or the same pause again.
                .filter(collector -> !collector.getName().contains("Cycles")
                        && !collector.getName().contains("Concurrent"))
                .map(NotificationEmitter.class::cast)
                .forEach(collector -> collector.addNotificationListener(
                        (notification, _) -> LONGEST.accumulateAndGet(
                                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                                        .getGcInfo()
                                        .getDuration(),
                                Math::max),
                        null,
                        null));
    }

    /** Reads the use of this process. */
    static String read() {
        long nanos = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        return new JsonObject()
                .put("processor", nanos)
                .put("longestPause", LONGEST.getAndSet(0))
                .encode();
    }

    static Usage of(String text) {
        JsonObject read = new JsonObject(text);
        return new Usage(Duration.ofNanos(read.getLong("processor")), Duration.ofMillis(read.getLong("longestPause")));
    }
}
