package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger.Writer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Ports that do what others do, but for something. */
public final class Changed {
    private Changed() {}

    /** The port with another handler before each call. */
    public static <T> T calls(Class<T> port, InvocationHandler handler) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
    }

    /** A port whose server can't be reached. */
    public static <T> T away(Class<T> port) {
        return calls(port, (_, _, _) -> CompletableFuture.failedStage(new Unavailable("away")));
    }

    /** The port with one method changed: it gets the call's arguments and what the unchanged one answered. */
    public static <T> T method(
            Class<T> port, T inner, String name, BiFunction<Object[], CompletionStage<Object>, Object> change) {
        return calls(
                port,
                (_, method, arguments) -> method.getName().equals(name)
                        ? change.apply(Objects.requireNonNull(arguments), call(inner, method, arguments))
                        : invoke(inner, method, arguments));
    }

    /** The ledger whose writers are changed. */
    public static OrderLedger writers(OrderLedger ledger, UnaryOperator<Writer> change) {
        return method(
                OrderLedger.class,
                ledger,
                "becomeWriter",
                (_, taken) -> taken.thenApply(writer -> change.apply((Writer) writer)));
    }

    /** Calls what answers with a stage. */
    public static CompletionStage<Object> call(Object server, Method method, Object @Nullable [] arguments) {
        CompletionStage<?> answer = (CompletionStage<?>) Objects.requireNonNull(invoke(server, method, arguments));
        return answer.thenApply(value -> value);
    }

    /** Calls it, and throws what it throws. */
    public static @Nullable Object invoke(Object server, Method method, Object @Nullable [] arguments) {
        try {
            return method.invoke(server, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
