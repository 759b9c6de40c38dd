package io.nightmarket.bootstrap.cluster;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.JavaSerializationFilterConfig;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastNodeInfo;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastRegistrationInfo;
import java.io.EOFException;
import java.io.NotSerializableException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The classes that a member makes because another one names them. Hazelcast and the cluster manager of Vert.x send what they
 * share in formats of their own, and Java objects for failures only; a failure that can't be read leaves its call waiting.
 */
final class SerializationFilter {
    /** With their superclasses. */
    private static final List<Class<? extends Throwable>> FAILURES = List.of(
            ArithmeticException.class,
            ArrayIndexOutOfBoundsException.class,
            AssertionError.class,
            CancellationException.class,
            ClassCastException.class,
            ClassNotFoundException.class,
            ClosedChannelException.class,
            CompletionException.class,
            ConcurrentModificationException.class,
            EOFException.class,
            ExecutionException.class,
            IllegalMonitorStateException.class,
            IllegalStateException.class,
            InterruptedException.class,
            NegativeArraySizeException.class,
            NoClassDefFoundError.class,
            NoSuchElementException.class,
            NotSerializableException.class,
            NullPointerException.class,
            NumberFormatException.class,
            OutOfMemoryError.class,
            RejectedExecutionException.class,
            SecurityException.class,
            StackOverflowError.class,
            TimeoutException.class,
            UTFDataFormatException.class,
            UncheckedIOException.class,
            UnsupportedOperationException.class);

    /** What a failure consists of. */
    private static final List<Class<?>> PARTS = List.of(
            StackTraceElement.class,
            StackTraceElement[].class,
            ArrayList.class,
            Collections.emptyList().getClass());

    /** What the cluster manager shares; its class for objects of applications is left out, since that makes any class. */
    private static final List<Class<?>> SHARED = List.of(HazelcastNodeInfo.class, HazelcastRegistrationInfo.class);

    /** Hazelcast asks for the classes of JCache where another library brings them. */
    private static final ClassFilter ALLOWED =
            new ClassFilter().addPrefixes("com.hazelcast.", "javax.cache.").addClasses(names());

    private SerializationFilter() {}

    static boolean allows(String name) {
        return ALLOWED.isListed(name);
    }

    /** For Java objects. */
    static JavaSerializationFilterConfig allowed() {
        return only(ALLOWED);
    }

    /** For objects that are sent as names and values of their fields: all of them stay just that. */
    static JavaSerializationFilterConfig none() {
        return only(new ClassFilter());
    }

    private static JavaSerializationFilterConfig only(ClassFilter allowed) {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        // Else all of java.* is allowed.
        filter.setDefaultsDisabled(true);
        filter.setWhitelist(allowed);
        return filter;
    }

    private static String[] names() {
        return Stream.of(
                        FAILURES.stream().flatMap(SerializationFilter::withSuperclasses),
                        PARTS.stream(),
                        SHARED.stream())
                .flatMap(classes -> classes)
                .map(Class::getName)
                .distinct()
                .toArray(String[]::new);
    }

    private static Stream<Class<?>> withSuperclasses(Class<?> failure) {
        return Stream.iterate(failure, type -> !type.equals(Object.class), Class::getSuperclass);
    }
}
