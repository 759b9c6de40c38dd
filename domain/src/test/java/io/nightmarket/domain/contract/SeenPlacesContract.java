package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.SeenPlaces;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class SeenPlacesContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));

    protected abstract SeenPlaces seen();

    private void advance(FeedPlace place, FeedPlace then) {
        await(seen().advance(user, place));
        assertEquals(Optional.of(then), await(seen().find(user)));
    }

    @Test
    void theNewestPlaceStays() {
        assertEquals(Optional.empty(), await(seen().find(user)));
        FeedPlace place = new FeedPlace(NOON, 7);
        for (int i = 0; i < 2; i++) {
            advance(place, place);
        }
        for (FeedPlace older :
                List.of(new FeedPlace(NOON, 6), new FeedPlace(NOON.minusSeconds(1), 9), new FeedPlace(NOON, 1))) {
            advance(older, place);
        }
        FeedPlace sameSecond = new FeedPlace(NOON, 8);
        advance(sameSecond, sameSecond);
        FeedPlace later = new FeedPlace(NOON.plusSeconds(1), 2);
        advance(later, later);
        assertEquals(Optional.empty(), await(seen().find(new UserId(user.value() + 1))));
    }
}
