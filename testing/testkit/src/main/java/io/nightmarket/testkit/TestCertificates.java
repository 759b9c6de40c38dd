package io.nightmarket.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Self-signed certificates of a test, made by the JDK's keytool. */
public final class TestCertificates {
    /** The password of every key store made here. */
    public static final String PASSWORD = "changeit";

    private static final String ALIAS = "server";

    private TestCertificates() {}

    /**
     * Certificate and key as files for a server; the certificate is the authority, too.
     *
     * @param certificate PEM
     * @param key PEM, without a password
     */
    public record Pem(Path certificate, Path key) {}

    /** For these names, such as {@code dns:db.example} and {@code ip:127.0.0.1}. */
    public static Pem pem(Path folder, String... names) {
        try {
            KeyStore store = KeyStore.getInstance(keyStore(folder, names).toFile(), PASSWORD.toCharArray());
            Path certificate = Files.writeString(
                    folder.resolve("certificate.pem"),
                    encoded("CERTIFICATE", store.getCertificate(ALIAS).getEncoded()));
            Path key = Files.writeString(
                    folder.resolve("key.pem"),
                    encoded(
                            "PRIVATE KEY",
                            store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
            return new Pem(certificate, key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a key with its certificate, as a PKCS #12 file. */
    public static Path keyStore(Path folder, String... names) {
        Path file = folder.resolve("keys.p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=night-market-test",
                "-ext",
                "bc:c",
                "-validity",
                "30"));
        if (names.length > 0) {
            command.addAll(List.of("-ext", "san=" + String.join(",", names)));
        }
        try {
            Path created = Files.createDirectories(folder);
            Process keytool = new ProcessBuilder(command)
                    .directory(created.toFile())
                    .inheritIO()
                    .start();
            if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool made no certificate");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String kind, byte[] bytes) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(bytes)
                + "\n-----END " + kind + "-----\n";
    }
}
