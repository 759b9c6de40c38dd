package io.nightmarket.http.stream;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.stream.EventStream.Client;
import io.nightmarket.http.stream.NodeStreams.Place;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A client that takes what is written for it when a test says so. */
public final class WrittenEvents {
    private final List<String> written = new CopyOnWriteArrayList<>();
    private volatile boolean isFull;
    private volatile boolean isEnded;
    private Handler<@Nullable Void> drained = _ -> {};

    private final HttpServerResponse response = (HttpServerResponse) Proxy.newProxyInstance(
            HttpServerResponse.class.getClassLoader(), new Class<?>[] {HttpServerResponse.class}, this::answer);

    public Client client(UserId user) {
        return new Client(new Place(user, 1, () -> {}), SessionId.of("0".repeat(32)), response);
    }

    @SuppressWarnings("unchecked")
    private Object answer(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "write" -> written.add((String) arguments[0]);
            case "end" -> isEnded = true;
            case "drainHandler" -> drained = (Handler<@Nullable Void>) arguments[0];
            default -> {}
        }
        return switch (method.getName()) {
            case "write", "end" -> Future.succeededFuture();
            case "ended" -> isEnded;
            case "closed" -> false;
            case "headWritten" -> !written.isEmpty();
            case "writeQueueFull" -> isFull;
            default -> proxy;
        };
    }

    public void stall() {
        isFull = true;
    }

    /** Takes what was written. On the event loop. */
    public void drain() {
        isFull = false;
        drained.handle(null);
    }

    public List<String> written() {
        return written;
    }

    public boolean isEnded() {
        return isEnded;
    }
}
