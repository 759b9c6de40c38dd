package io.nightmarket.mysql;

/** The tables could not be brought to what this version needs, or data not be loaded. The message says why, in one line. */
public final class MySqlSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MySqlSchemaException(String message) {
        super(message);
    }

    public MySqlSchemaException(String message, Throwable cause) {
        super(message, cause);
    }
}
