package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** All ports of one queue in one, for tests that call them side by side. */
public interface WholeQueue extends OrderQueue, QueuedSales, QueueEpochs, QueuedBuyers, QueueAudit {
    /** The units of a sale that are not reserved, if the queue knows the sale. */
    default CompletionStage<Optional<Long>> available(Shard shard, VoucherId voucher) {
        return count(shard, voucher).thenApply(counted -> counted.map(QueueCount::available));
    }

    /** The ports of this queue, each of them the queue itself. */
    static QueuePorts ports(WholeQueue queue) {
        return new QueuePorts(queue, queue, queue, queue, queue);
    }

    /** Sends each call to the port that has it. */
    static WholeQueue of(QueuePorts ports) {
        return (WholeQueue) Proxy.newProxyInstance(
                WholeQueue.class.getClassLoader(), new Class<?>[] {WholeQueue.class}, (proxy, method, arguments) -> {
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    Object target = Stream.of(
                                    ports.orders(), ports.sales(), ports.epochs(), ports.buyers(), ports.audit())
                            .filter(method.getDeclaringClass()::isInstance)
                            .findFirst()
                            .orElseThrow();
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A queue with the public methods of this object, and no other one. */
    static WholeQueue partly(Object able) {
        return Changed.calls(WholeQueue.class, (proxy, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            try {
                Method own = able.getClass().getMethod(method.getName(), method.getParameterTypes());
                return Changed.invoke(able, own, arguments);
            } catch (NoSuchMethodException e) {
                throw new UnsupportedOperationException(e);
            }
        });
    }
}
