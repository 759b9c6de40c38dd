package io.nightmarket.bootstrap.config;

import org.jspecify.annotations.Nullable;

/** The program can't start as it is set up; the message is one sentence for the operator. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
