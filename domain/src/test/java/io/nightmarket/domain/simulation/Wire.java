package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way between processes and servers. A call is a request that travels, an effect that is one atomic step of the
 * server, and an answer that travels; each may be late or never come. A caller waits so long and no longer.
 */
final class Wire {
    private static final Duration PATIENCE = Duration.ofMillis(400);
    private static final Duration USUAL = Duration.ofMillis(4);
    private static final Duration SLOW = Duration.ofMillis(190);

    /** Longer than a lease, so that a late request may find another at work. */
    private static final Duration LATEST = Duration.ofSeconds(8);

    private final Scheduler scheduler;
    private final SplittableRandom random;
    private final Map<Fate, Integer> perMille;
    private final Trace trace;
    private final Map<String, Long> cuts = new HashMap<>();
    private boolean isSound;
    private int stragglers;

    Wire(Scheduler scheduler, SplittableRandom random, Map<Fate, Integer> perMille, Trace trace) {
        this.scheduler = scheduler;
        this.random = random;
        this.perMille = perMille;
        this.trace = trace;
    }

    /** From now on every call goes well; those that are on their way are not helped. */
    void heal() {
        isSound = true;
    }

    /** Loses all that a process and a server send each other for this time; replies that are on their way, too. */
    void cut(String process, String server, Duration time) {
        cuts.merge(process + ' ' + server, scheduler.nanoTime() + time.toNanos(), Math::max);
    }

    private boolean isCut(Request request) {
        return !isSound && request.canFail() && scheduler.nanoTime() < cuts.getOrDefault(request.link(), 0L);
    }

    /** So long something travels as a rule. */
    Duration delay() {
        return upTo(USUAL);
    }

    /** Whether requests are on their way that nobody waits for any more. */
    boolean hasStragglers() {
        return stragglers > 0;
    }

    /** Whether something that may be lost is. */
    boolean loses() {
        return fate() == Fate.REQUEST_LOST;
    }

    /**
     * The server, as a process sees it. What answers with no stage is no call.
     *
     * @param name the names of the process and the server, separated by a space
     */
    <T> T connect(Class<T> port, T server, Life caller, String name) {
        return Changed.calls(
                port,
                (_, method, arguments) -> CompletionStage.class.equals(method.getReturnType())
                        ? call(request(server, method, arguments, caller, name))
                        : Changed.invoke(server, method, arguments));
    }

    /**
     * What a process asks of a server.
     *
     * @param work done there
     * @param detail for the trace
     * @param patience so long the caller waits for an answer
     * @param canFail false for the giving up of a connection
     */
    private record Request(
            Supplier<CompletionStage<Object>> work,
            Life caller,
            String name,
            @Nullable Object detail,
            Duration patience,
            boolean canFail) {
        /** Which process talks to which server. */
        String link() {
            int space = name.indexOf(' ');
            int end = name.indexOf(' ', space + 1);
            return end < 0 ? name : name.substring(0, end);
        }
    }

    private static Request request(
            Object server, Method method, Object @Nullable [] arguments, Life caller, String name) {
        return new Request(
                () -> Changed.call(server, method, arguments),
                caller,
                name + ' ' + method.getName(),
                arguments,
                PATIENCE.plus(waitAtServer(arguments)),
                !(server instanceof OrderLedger.Writer && method.getName().equals("close")));
    }

    /** A caller that wants the server to wait says so last, and waits longer itself. */
    private static Duration waitAtServer(Object @Nullable [] arguments) {
        Object last = arguments == null || arguments.length == 0 ? null : arguments[arguments.length - 1];
        return last instanceof Duration wait ? wait : Duration.ZERO;
    }

    private CompletionStage<Object> call(Request request) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        Fate fate = request.canFail() ? fate() : Fate.WELL;
        trace.note(scheduler.nanoTime(), request.name(), fate == Fate.WELL ? "?" : "? " + fate, request.detail());
        switch (fate) {
            case WELL -> carry(request, delay(), delay(), answer);
            case SLOW -> carry(request, upTo(SLOW), upTo(SLOW), answer);
            case REFUSED -> later(delay(), () -> hear(request, answer, null, new Unavailable("not there")));
            case REQUEST_LOST -> giveUpOn(request, answer);
            case ANSWER_LOST -> {
                later(delay(), () -> {
                    var _ = effect(request);
                });
                giveUpOn(request, answer);
            }
            case LATE -> {
                straggle(request, PATIENCE.plus(upTo(LATEST)));
                giveUpOn(request, answer);
            }
            case DOUBLED -> {
                // The copy comes second: a server that did the work twice told of the first time.
                Duration there = delay();
                carry(request, there, delay(), answer);
                straggle(request, there.plus(upTo(SLOW)));
            }
        }
        return answer;
    }

    private void carry(Request request, Duration there, Duration back, CompletableFuture<Object> answer) {
        later(there, () -> {
            if (isCut(request)) {
                giveUpOn(request, answer);
                return;
            }
            var _ = effect(request)
                    .whenComplete((value, failure) -> later(back, () -> {
                        if (isCut(request)) {
                            giveUpOn(request, answer);
                        } else {
                            hear(request, answer, value, failure);
                        }
                    }));
        });
    }

    private void straggle(Request request, Duration there) {
        stragglers++;
        later(there, () -> {
            stragglers--;
            var _ = effect(request);
        });
    }

    private void giveUpOn(Request request, CompletableFuture<Object> answer) {
        var _ = request.caller()
                .after(
                        request.patience(),
                        () -> answer.completeExceptionally(new TimedOut(request.name() + ": no answer")));
    }

    private CompletionStage<Object> effect(Request request) {
        return Calls.start(request.work()).whenComplete((value, failure) -> {
            Object outcome = failure == null ? value : DomainFailure.causeOf(failure);
            trace.note(scheduler.nanoTime(), request.name(), "!", outcome);
        });
    }

    private void hear(
            Request request, CompletableFuture<Object> answer, @Nullable Object value, @Nullable Throwable failure) {
        request.caller().act(() -> {
            if (failure != null) {
                answer.completeExceptionally(DomainFailure.causeOf(failure));
            } else if (value instanceof OrderLedger.Writer writer) {
                answer.complete(connect(OrderLedger.Writer.class, writer, request.caller(), request.name()));
            } else if (value instanceof SaleOpening opening) {
                answer.complete(connect(SaleOpening.class, opening, request.caller(), request.name()));
            } else {
                answer.complete(value);
            }
        });
    }

    private void later(Duration delay, Runnable work) {
        var _ = scheduler.after(delay, work);
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }

    private Fate fate() {
        if (!isSound) {
            int lot = random.nextInt(1_000);
            for (Map.Entry<Fate, Integer> each : perMille.entrySet()) {
                lot -= each.getValue();
                if (lot < 0) {
                    return each.getKey();
                }
            }
        }
        return Fate.WELL;
    }
}
