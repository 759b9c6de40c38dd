package io.nightmarket.http.lock;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** Who holds which lock, and who waits for it. */
public final class LockRoutes {
    private static final int MOST = 1_000;

    private final LockTable locks;
    private final LocalTimes times;

    public LockRoutes(LockTable locks, LocalTimes times) {
        this.locks = locks;
        this.times = times;
    }

    public void bind(Endpoints endpoints) {
        endpoints.forAdmins("listLocks", this::list);
    }

    private CompletionStage<Answer> list(RoutingContext ctx, Session session) {
        return locks.read(MOST)
                .thenApply(held -> Answer.of(
                        held.stream().map(lock -> LockView.of(lock, times)).toList()));
    }
}
