package io.nightmarket.testkit;

import java.util.ArrayDeque;
import java.util.Deque;

/** What an environment is made of; closed in reverse order, once, also by a shutdown of the JVM. */
public final class Parts implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    public Parts() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "parts"));
    }

    public synchronized <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public synchronized void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                System.err.println("nightmarket: a part of the environment did not end: " + e);
            }
        }
    }
}
