package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.http.feed.FeedRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** The notes of those whom a user follows. */
final class FeedFeature implements Feature {
    private final Wiring wiring;
    private final NoteContext notes;

    FeedFeature(Wiring wiring, NoteContext notes) {
        this.wiring = wiring;
        this.notes = notes;
    }

    @Override
    public String name() {
        return "feeds";
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        MySqlAdapters mysql = wiring.mysql();
        return List.of(new FeedRoutes(
                wiring.http().share(),
                new ReadFeed(
                        mysql.follows(),
                        mysql.notesOfAuthors(),
                        mysql.seenPlaces(),
                        notes.show(loop),
                        wiring.missedWrites()),
                new CountUnread(mysql.follows(), mysql.notesOfAuthors(), mysql.seenPlaces()),
                wiring.clock()));
    }
}
