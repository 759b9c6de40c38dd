package io.nightmarket.domain.simulation;

import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A violating fixture: one that held a key, and releases it after the lease ended, takes it from its present holder. */
final class CarelessLeases implements LeaseStore {
    private final LeaseStore careful;
    private final Map<String, LeaseRequest> holders = new HashMap<>();
    private final Set<LeaseRequest> everGranted = new HashSet<>();

    CarelessLeases(LeaseStore careful) {
        this.careful = careful;
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        return careful.take(request).thenApply(attempt -> {
            if (attempt instanceof Attempt.Granted) {
                holders.put(request.key(), request);
                everGranted.add(request);
            }
            return attempt;
        });
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        return careful.renew(request, reentranceCount);
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        return careful.release(everGranted.contains(request) ? holders.getOrDefault(request.key(), request) : request);
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        return careful.subscribe(request, wakeUp);
    }
}
