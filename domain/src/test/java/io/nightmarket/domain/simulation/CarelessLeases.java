package io.nightmarket.domain.simulation;

import io.nightmarket.domain.lock.Claim;
import io.nightmarket.domain.lock.LeaseStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A planted bug: who once held a key, and releases it after the lease ran out, takes it from whoever holds it now. */
final class CarelessLeases implements LeaseStore {
    private final LeaseStore careful;
    private final Map<String, Claim> holders = new HashMap<>();
    private final Set<Claim> everGranted = new HashSet<>();

    CarelessLeases(LeaseStore careful) {
        this.careful = careful;
    }

    @Override
    public CompletionStage<Attempt> take(Claim claim) {
        return careful.take(claim).thenApply(attempt -> {
            if (attempt instanceof Attempt.Granted) {
                holders.put(claim.key(), claim);
                everGranted.add(claim);
            }
            return attempt;
        });
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        return careful.renew(claim, depth);
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        return careful.release(everGranted.contains(claim) ? holders.getOrDefault(claim.key(), claim) : claim);
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        return careful.listen(claim, news);
    }
}
