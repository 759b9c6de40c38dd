package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The key that signs tokens: the configured one, or one that embedded mode makes once and keeps. */
public final class TokenKey {
    private static final int BYTES = 32;

    private TokenKey() {}

    /** The key; made readable for its owner only. Two nodes that start at once on one folder get the same one. */
    public static byte[] of(AppConfig config, RandomGenerator secureRandom) {
        return existing(config).orElseGet(() -> {
            try {
                make(file(config), secureRandom);
                return read(file(config));
            } catch (IOException e) {
                throw new ConfigException("the token key " + file(config) + " can't be made", e);
            }
        });
    }

    /** The key, if it was configured or made before. */
    public static Optional<byte[]> existing(AppConfig config) {
        if (!config.tokenSecret().isEmpty()) {
            return Optional.of(config.tokenSecret().getBytes(StandardCharsets.UTF_8));
        }
        return Files.exists(file(config)) ? Optional.of(read(file(config))) : Optional.empty();
    }

    private static Path file(AppConfig config) {
        return config.data().resolve("token.key");
    }

    private static byte[] read(Path file) {
        try {
            byte[] key = Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
            if (key.length < BYTES) {
                throw new ConfigException(
                        "the token key " + file + " is damaged: remove it, and all users log in again");
            }
            return key;
        } catch (IOException e) {
            throw new ConfigException("the token key " + file + " can't be read", e);
        }
    }

    private static void make(Path file, RandomGenerator secureRandom) throws IOException {
        byte[] key = new byte[BYTES];
        secureRandom.nextBytes(key);
        Path whole = Files.createTempFile(
                file.getParent(),
                "token",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(whole, HexFormat.of().formatHex(key));
        try {
            Files.createLink(file, whole);
        } catch (FileAlreadyExistsException e) {
            return;
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
