package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** How people reach the cluster: any node may get their question, and they don't wait for ever. */
final class Front {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Scheduler scheduler;
    private final Wire wire;
    private final List<Node> nodes;
    private final SplittableRandom random;

    Front(Scheduler scheduler, Wire wire, List<Node> nodes, SplittableRandom random) {
        this.scheduler = scheduler;
        this.wire = wire;
        this.nodes = nodes;
        this.random = random;
    }

    /** Fails as the node does, or with {@code TimedOut} when it never answers. */
    <T> CompletionStage<T> ask(Function<UseCases, ? extends CompletionStage<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Node node = nodes.get(random.nextInt(nodes.size()));
        later(() -> {
            var _ = node.serve(question)
                    .whenComplete((value, failure) -> later(() -> {
                        if (failure == null) {
                            answer.complete(value);
                        } else {
                            answer.completeExceptionally(failure);
                        }
                    }));
        });
        Timers.Timer end = scheduler.after(
                PATIENCE, () -> answer.completeExceptionally(new TimedOut(node.name() + " never answered")));
        var _ = answer.whenComplete((_, _) -> end.cancel());
        return answer;
    }

    private void later(Runnable arrival) {
        var _ = scheduler.after(wire.delay(), arrival);
    }
}
