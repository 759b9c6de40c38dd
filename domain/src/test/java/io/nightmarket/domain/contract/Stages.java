package io.nightmarket.domain.contract;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.base.DomainFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Waits, on the thread of a test, for what stages bring. */
public final class Stages {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(20);

    private Stages() {}

    /** What the stage brings, or its failure freed of wrappers. */
    public static <T extends @Nullable Object> T await(CompletionStage<T> stage) {
        return await(stage, PATIENCE);
    }

    /** As {@link #await(CompletionStage)}, for what takes longer. */
    public static <T extends @Nullable Object> T await(CompletionStage<T> stage, Duration patience) {
        try {
            return stage.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = DomainFailure.causeOf(e.getCause() == null ? e : e.getCause());
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new AssertionError(cause);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The failure of the stage. */
    public static Throwable failureOf(CompletionStage<?> stage) {
        try {
            Object value = await(stage);
            throw new AssertionError("no failure but " + value);
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    /** The failure of this kind that the stage must end in. */
    public static <F extends DomainFailure> F failureOf(Class<F> kind, CompletionStage<?> stage) {
        return assertInstanceOf(kind, failureOf(stage));
    }

    /** The stage must end in a failure of this kind. */
    public static void assertFails(Class<? extends DomainFailure> kind, CompletionStage<?> stage) {
        var _ = failureOf(kind, stage);
    }

    /** How many of the answers are of this kind. */
    public static long count(Class<?> kind, Collection<?> answers) {
        return answers.stream().filter(kind::isInstance).count();
    }

    /** Starts the call {@code times} times at once, each on a thread of its own, and answers what they brought. */
    public static <T> List<T> atOnce(int times, IntFunction<CompletionStage<T>> call) {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                Callable<T> one = () -> {
                    start.await();
                    return await(call.apply(number));
                };
                running.add(threads.submit(one));
            }
            start.countDown();
            List<T> answers = new ArrayList<>();
            for (Future<T> one : running) {
                answers.add(one.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
            }
            return answers;
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Lets time pass in small steps until the condition holds; fails when it never does. */
    public static void eventually(Consumer<Duration> elapse, BooleanSupplier condition) {
        for (long waited = 0; waited <= PATIENCE.toMillis(); waited += STEP.toMillis()) {
            if (condition.getAsBoolean()) {
                return;
            }
            elapse.accept(STEP);
        }
        throw new AssertionError("did not come true within " + PATIENCE);
    }

    /** Time that passes by itself, for adapters whose server has its own clock. */
    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
