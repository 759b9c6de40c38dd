package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Names one request for a login code: 128 random bits that only the requester is given. */
public record ChallengeId(String value) {
    public ChallengeId {
        if (!Hex128.isForm(value)) {
            throw new IllegalArgumentException("not a challenge id");
        }
    }

    public static ChallengeId random(RandomGenerator secureRandom) {
        return new ChallengeId(Hex128.random(secureRandom));
    }

    public static Optional<ChallengeId> parse(@Nullable String text) {
        return text != null && Hex128.isForm(text) ? Optional.of(new ChallengeId(text)) : Optional.empty();
    }
}
