package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** A promise, and whether it was kept while it was measured. */
public record Proof(String claim, boolean holds) {
    /** Whether there is any, and none was broken. */
    static boolean allHold(List<Proof> proofs) {
        return !proofs.isEmpty() && proofs.stream().allMatch(Proof::holds);
    }

    JsonObject toJson() {
        return new JsonObject().put("claim", claim).put("holds", holds);
    }

    @Override
    public String toString() {
        return (holds ? "Proof: " : "BROKEN: ") + claim;
    }
}
