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
import java.util.stream.Stream;

/** The secret of the node: the configured one, or one that embedded mode makes once and keeps. */
public final class NodeSecret {
    private static final int BYTES = 32;

    private NodeSecret() {}

    /** Its keys; made readable for its owner only. Two nodes that start at once on one folder get the same ones. */
    public static DerivedKeys of(AppConfig config, RandomGenerator secureRandom) {
        return existing(config).orElseGet(() -> {
            try {
                make(file(config), secureRandom);
                return existing(config).orElseThrow();
            } catch (IOException e) {
                throw new ConfigException("the token key " + file(config) + " can't be made", e);
            }
        });
    }

    /** Its keys, if it was configured or made before. */
    public static Optional<DerivedKeys> existing(AppConfig config) {
        AppConfig.Secrets secrets = config.secrets();
        Optional<byte[]> secret = bytes(secrets.token())
                .or(() -> Files.exists(file(config)) ? Optional.of(read(file(config))) : Optional.empty());
        return secret.map(inUse -> new DerivedKeys(
                bytes(secrets.numbers()).orElse(inUse),
                Stream.concat(Stream.of(inUse), bytes(secrets.previous()).stream())
                        .toArray(byte[][]::new)));
    }

    private static Optional<byte[]> bytes(String given) {
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getBytes(StandardCharsets.UTF_8));
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
