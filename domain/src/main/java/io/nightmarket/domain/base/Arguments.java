package io.nightmarket.domain.base;

/** Checks of arguments. An argument that is refused is a bug of the caller, or a mistake in a setting. */
public final class Arguments {
    private Arguments() {}

    /** Throws an {@code IllegalArgumentException} with this message unless the condition holds. */
    public static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
