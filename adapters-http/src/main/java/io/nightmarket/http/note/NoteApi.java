package io.nightmarket.http.note;

import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.UserLimit;
import io.nightmarket.http.route.Routes;
import java.time.Duration;
import java.util.List;

/** Notes over HTTP: what the event loops of a node share, and the routes of each. */
public final class NoteApi {
    /** Of one user: notes that are published and deleted. */
    private static final RateLimit WRITES = new RateLimit(300, Duration.ofMinutes(1));

    private final SharedHttpState share;
    private final UserLimit writing;

    public NoteApi(SharedHttpState share) {
        this.share = share;
        this.writing = new UserLimit(share.buckets(WRITES));
    }

    /** HTML that browsers may show of what a user wrote. Costs a parse: for the load of a cache, not for each request. */
    public static String safeHtml(String written) {
        return SafeHtml.of(written);
    }

    public List<Routes> routes(ShowNotes show, PublishNote publish) {
        return List.of(new NoteListRoutes(share, show), new NoteRoutes(share, show, publish, writing));
    }
}
