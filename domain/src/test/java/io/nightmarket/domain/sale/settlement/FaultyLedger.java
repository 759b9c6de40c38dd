package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.settlement.OrderLedger.Writer;
import io.nightmarket.domain.simulation.Changed;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Ledgers and writers that fail. */
public final class FaultyLedger {
    private static final Set<String> STEPS = Set.of("settle", "writeDeadLetter", "acceptsOrders", "nextEpoch");

    private FaultyLedger() {}

    /** A ledger whose taking over, and what its writers do, fails as the fault says. */
    static OrderLedger with(StepFault fault, OrderLedger inner) {
        return withWriters(
                inner, shard -> fault.step(() -> inner.becomeWriter(shard)).thenApply(writer -> with(fault, writer)));
    }

    private static Writer with(StepFault fault, Writer writer) {
        return Changed.calls(
                Writer.class,
                (_, method, arguments) -> STEPS.contains(method.getName())
                        ? fault.step(() -> Changed.call(writer, method, arguments))
                        : Changed.invoke(writer, method, arguments));
    }

    /** A ledger with other writers. */
    public static OrderLedger withWriters(OrderLedger inner, Function<Shard, CompletionStage<Writer>> writers) {
        return Changed.calls(
                OrderLedger.class,
                (_, method, arguments) -> method.getName().equals("becomeWriter")
                        ? writers.apply((Shard) Objects.requireNonNull(arguments)[0])
                        : Changed.invoke(inner, method, arguments));
    }

    /** A writer that settles otherwise. */
    @SuppressWarnings("unchecked")
    public static Writer settling(Writer writer, Function<List<QueuedOrder>, CompletionStage<Settlement>> settle) {
        return Changed.calls(
                Writer.class,
                (_, method, arguments) -> method.getName().equals("settle")
                        ? settle.apply((List<QueuedOrder>) Objects.requireNonNull(arguments)[0])
                        : Changed.invoke(writer, method, arguments));
    }
}
