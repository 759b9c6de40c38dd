package io.nightmarket.bench.lock;

import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.Hold;
import io.nightmarket.domain.lock.LockOptions;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** This product's lock on an event loop, over whatever store. */
record LeasedNode(Context loop, DistributedLock lock) implements LockNode {
    @Override
    public void start(Runnable work) {
        loop.runOnContext(_ -> work.run());
    }

    @Override
    public CompletionStage<Optional<Taken>> take(String key, Duration patience) {
        return lock.tryAcquire(key, LockOptions.USUAL.waiting(patience)).thenApply(hold -> hold.map(Held::new));
    }

    private record Held(Hold hold) implements Taken {
        @Override
        public long token() {
            return hold.token();
        }

        @Override
        public CompletionStage<?> release() {
            return hold.release();
        }
    }
}
