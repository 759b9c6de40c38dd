package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;

/** A promise, and whether it was kept while it was measured. */
public record Verification(String claim, boolean holds) {
    JsonObject toJson() {
        return new JsonObject().put("claim", claim).put("holds", holds);
    }

    @Override
    public String toString() {
        return (holds ? "Proof: " : "BROKEN: ") + claim;
    }
}
