package io.nightmarket.bootstrap.verticle;

import io.nightmarket.domain.cache.FilterRound;
import io.nightmarket.domain.concurrent.OneByOne;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done round by round so that caches, filter and index of the shops are right: each part, however others fare. */
public final class CacheKeeper implements RoundsVerticle.Rounds {
    private static final Logger LOG = LoggerFactory.getLogger(CacheKeeper.class);

    private final List<Supplier<CompletionStage<?>>> work;

    public CacheKeeper(List<Supplier<CompletionStage<?>>> work) {
        this.work = List.copyOf(work);
    }

    @Override
    public CompletionStage<Void> round() {
        return OneByOne.tryAll(work, part -> part.get().thenAccept(CacheKeeper::tell))
                .thenCompose(OneByOne::failIfAny);
    }

    private static void tell(Object outcome) {
        if (outcome instanceof FilterRound.Built(var reason, var shape, long keys)) {
            LOG.info("The filter of shops was built ({}): {} keys in {} bits", reason, keys, shape.bits());
        }
    }
}
