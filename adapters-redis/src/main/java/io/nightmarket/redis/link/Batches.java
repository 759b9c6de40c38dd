package io.nightmarket.redis.link;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Stages;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Gatherers;

/** Many calls, some at once and batch after batch: they must not take the connection's places from others, as the locks. */
public final class Batches {
    private static final int SIZE = 128;

    private Batches() {}

    /** The batches of these things. */
    public static <T> List<List<T>> of(List<T> all) {
        return all.stream().gather(Gatherers.windowFixed(SIZE)).toList();
    }

    /** Makes a call for each of them; ends with the batch in which a call fails. */
    public static <T> CompletionStage<Void> callEach(List<T> all, Function<T, ? extends CompletionStage<?>> call) {
        return OneByOne.doAll(
                of(all), batch -> Stages.all(batch.stream().map(call).toList()));
    }
}
