package io.nightmarket.redis;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** A server that gives one fixed answer to each command, in the protocol of Redis; an error to those not listed. */
final class StubRedis implements Closeable {
    private final ServerSocket listener;
    private final Map<String, String> answers;

    /** @param answers raw replies by the name of the command, without their last line end */
    StubRedis(Map<String, String> answers) {
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.answers = Map.copyOf(answers);
        Thread.ofVirtual().start(this::accept);
    }

    /** A bulk string. */
    static String bulk(String text) {
        return "$" + text.length() + "\r\n" + text;
    }

    String uri() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = "";
                for (int i = 0; i < Integer.parseInt(line.substring(1)); i++) {
                    String length = in.readLine();
                    String text = in.readLine();
                    command = i == 0 && length != null ? String.valueOf(text).toUpperCase(Locale.ROOT) : command;
                }
                String answer = answers.getOrDefault(command, "-ERR unknown command") + "\r\n";
                client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The client went away.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
