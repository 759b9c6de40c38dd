package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheNames;

/** What users see of others, which several features show. */
final class UserCards {
    private final NodeCache<UserId, UserCard> cache;

    UserCards(Wiring wiring) {
        this.cache = wiring.caches()
                .define(
                        CacheNames.USER_CARDS,
                        KeyFormat.ofNumbers(UserId::value, UserId::new),
                        new TypeReference<>() {},
                        Source.of(id -> FindUserCard.load(wiring.mysql().users(), id)));
    }

    FindUserCard one() {
        return new FindUserCard(cache.reader());
    }
}
