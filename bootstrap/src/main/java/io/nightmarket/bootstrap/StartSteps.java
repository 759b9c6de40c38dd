package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.domain.failure.DomainFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Steps of a start: checks and bounded waits of the main thread. */
final class StartSteps {
    private StartSteps() {}

    /** Before anything is started: a port in use is the usual slip. */
    static void checkPort(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new ConfigException("port " + port + " of " + host + " can't be listened on: " + e.getMessage(), e);
        }
    }

    static <T> T await(CompletionStage<T> stage, Duration deadline, String what) {
        try {
            return stage.toCompletableFuture().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = DomainFailure.causeOf(e.getCause() == null ? e : e.getCause());
            throw switch (cause) {
                case DomainFailure failure -> failure;
                case ConfigException refused -> refused;
                default -> new Node.StartFailure(what + ": " + cause.getMessage(), cause);
            };
        } catch (TimeoutException e) {
            throw new Node.StartFailure(what + ": not ready within " + deadline.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Node.StartFailure(what + ": interrupted", e);
        }
    }
}
