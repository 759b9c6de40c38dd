package io.nightmarket.domain.account;

import io.nightmarket.domain.memory.PlainHasher;
import java.util.concurrent.CompletionStage;

/** A {@link PlainHasher} after whose work something else happens. */
final class HookedHasher implements PasswordHasher {
    private final PasswordHasher plain = new PlainHasher();

    /** Runs when a hash was made or compared. */
    Runnable afterwards = () -> {};

    @Override
    public CompletionStage<String> hash(String password, String network) {
        CompletionStage<String> hash = plain.hash(password, network);
        afterwards.run();
        return hash;
    }

    @Override
    public CompletionStage<Boolean> matches(String password, String hash, String network) {
        CompletionStage<Boolean> matches = plain.matches(password, hash, network);
        afterwards.run();
        return matches;
    }

    @Override
    public boolean isCurrent(String hash) {
        return plain.isCurrent(hash);
    }

    @Override
    public String unmatched() {
        return plain.unmatched();
    }
}
