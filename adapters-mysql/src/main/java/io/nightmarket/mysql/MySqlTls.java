package io.nightmarket.mysql;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How connections to the server are encrypted.
 *
 * @param ca a file (PEM) of the certificates that are trusted; without it those that the JVM trusts are
 */
public record MySqlTls(Mode mode, Optional<Path> ca) {
    /** What the settings leave open. */
    public static final MySqlTls AUTO = new MySqlTls(Mode.AUTO, Optional.empty());

    public enum Mode {
        /** {@link #VERIFY_IDENTITY}; on loopback without a file of certificates {@link #OFF}. */
        AUTO,
        /** Encrypted; the certificate must be trusted, and made out to the host of the address. */
        VERIFY_IDENTITY,
        /** Encrypted; the certificate must be trusted, whatever host it is made out to. */
        VERIFY_CA,
        OFF
    }
}
