package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PasswordHasher;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Hashes that anybody can read, for tests. Those that begin with "old:" are not current. */
public final class PlainHasher implements PasswordHasher {
    private static final String CURRENT = "plain:";
    private static final String OLD = "old:";

    @Override
    public CompletionStage<String> hash(String password, String network) {
        return CompletableFuture.completedStage(CURRENT + password);
    }

    @Override
    public CompletionStage<Boolean> matches(String password, String hash, String network) {
        return CompletableFuture.completedStage(hash.equals(CURRENT + password) || hash.equals(OLD + password));
    }

    @Override
    public boolean isCurrent(String hash) {
        return hash.startsWith(CURRENT);
    }

    @Override
    public String unmatched() {
        return "none";
    }
}
