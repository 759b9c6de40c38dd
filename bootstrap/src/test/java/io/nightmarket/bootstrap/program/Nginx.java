package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** This machine's nginx with conf/nginx.conf, adapted as its head says, in a process of its own. */
final class Nginx implements AutoCloseable {
    private static final Path SAMPLE = Path.of("..", "conf", "nginx.conf");
    private static final List<String> KINDS_OF_TEMPORARY_FILES =
            List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi");

    /** The header of a request that comes from another address than this machine's. */
    static final String CLIENT = "x-test-client";

    /** The site's name: nginx answers no request for another one. */
    static final String NAME = "127.0.0.1";

    private final Process process;
    private final int port;
    private final int plainPort;
    private final Path log;

    /** @param folder an empty one, for all that it writes */
    Nginx(Path program, Path folder, int firstNode, int secondNode) throws IOException {
        this.port = FreePort.any();
        this.plainPort = FreePort.any();
        TestCertificates.Pem certificate = TestCertificates.pem(folder.resolve("tls"), "ip:" + NAME);
        this.log = folder.resolve("error.log");
        Path settings =
                Files.writeString(folder.resolve("nginx.conf"), adapted(folder, certificate, firstNode, secondNode));
        Files.writeString(folder.resolve("mime.types"), "types { text/html html; }\n");
        this.process = new ProcessBuilder(
                        program.toString(),
                        "-p",
                        folder.toString(),
                        "-e",
                        log.toString(),
                        "-c",
                        settings.toString(),
                        "-g",
                        "daemon off;")
                .inheritIO()
                .start();
        Eventually.holds("nginx listens", () -> !process.isAlive() || listens());
        assertTrue(process.isAlive(), this::log);
    }

    /** Where the front end finds the API. */
    String api() {
        return site() + "/api";
    }

    String site() {
        return "https://" + NAME + ':' + port;
    }

    /** The site, unencrypted. */
    String plainSite() {
        return "http://" + NAME + ':' + plainPort;
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    private String adapted(Path folder, TestCertificates.Pem certificate, int firstNode, int secondNode)
            throws IOException {
        Map<String, String> changes = new LinkedHashMap<>();
        changes.put("server 127.0.0.1:8081 ", "server 127.0.0.1:" + firstNode + ' ');
        changes.put("server 127.0.0.1:8082 ", "server 127.0.0.1:" + secondNode + ' ');
        changes.put("listen 80", "listen 127.0.0.1:" + plainPort);
        changes.put("listen 443", "listen 127.0.0.1:" + port);
        changes.put("market.example", NAME);
        // Clients name no address when they ask for an encrypted connection, and a test's site has no other name.
        changes.put(
                "ssl_reject_handshake on;",
                "ssl_certificate " + certificate.certificate() + "; ssl_certificate_key " + certificate.key()
                        + "; return 444;");
        changes.put(
                "/etc/night-market/certificate.pem", certificate.certificate().toString());
        changes.put("/etc/night-market/key.pem", certificate.key().toString());
        changes.put("/srv/night-market/site", folder.toString());
        changes.put("/var/log/nginx/error.log", log.toString());
        changes.put("/run/nginx.pid", folder.resolve("nginx.pid").toString());
        changes.put("/etc/nginx/mime.types", folder.resolve("mime.types").toString());
        // How busy the machine is decides nothing then.
        changes.put("proxy_connect_timeout 1s;", "proxy_connect_timeout 20s;");
        changes.put("proxy_read_timeout 10s;", "proxy_read_timeout 30s;");
        changes.put("proxy_next_upstream_timeout 2s;", "proxy_next_upstream_timeout 30s;");
        // Whoever runs the tests need not be root.
        StringBuilder temporary = new StringBuilder("http {\n")
                // A test may say where its request comes from.
                .append("set_real_ip_from 127.0.0.1;\nreal_ip_header ")
                .append(CLIENT)
                .append(";\n");
        for (String kind : KINDS_OF_TEMPORARY_FILES) {
            temporary
                    .append(kind)
                    .append("_temp_path ")
                    .append(folder.resolve(kind))
                    .append(";\n");
        }
        changes.put("http {\n", temporary.toString());
        String text = Files.readString(SAMPLE);
        for (Map.Entry<String, String> change : changes.entrySet()) {
            assertTrue(text.contains(change.getKey()), () -> SAMPLE + " lacks: " + change.getKey());
            text = text.replace(change.getKey(), change.getValue());
        }
        return text;
    }

    private boolean listens() {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        Eventually.holds("nginx ended", () -> !process.isAlive());
    }
}
