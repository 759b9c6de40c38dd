package io.nightmarket.embedded;

/** The embedded servers cannot be had; the message says why in words meant for the operator. */
public final class EmbeddedServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EmbeddedServerException(String message) {
        super(message);
    }

    EmbeddedServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
