package io.nightmarket.http.lock;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.lock.LockTable.HeldLock;
import io.nightmarket.domain.lock.LockTable.Holder;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists the holder and the waiters of each lock, and takes a lock from its holder. */
public final class LockRoutes implements Routes {
    private static final Logger LOG = LoggerFactory.getLogger(LockRoutes.class);
    private static final int MOST = 1_000;

    private final LockTable locks;
    private final ForceUnlock forceUnlock;
    private final LocalTimes times;

    public LockRoutes(SharedHttpState share, LockTable locks, ForceUnlock forceUnlock) {
        this.locks = locks;
        this.forceUnlock = forceUnlock;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listLocks", Options.AUDITORS, _ -> list());
        endpoints.bind(
                "forceUnlock",
                Options.ADMINS.withPriority(Priority.FIRST),
                request -> unlock(request.context(), request.session()));
    }

    private CompletionStage<Answer> list() {
        return locks.read(MOST)
                .thenApply(held -> Answer.of(
                        held.stream().map(lock -> LockView.of(lock, times)).toList()));
    }

    private CompletionStage<Answer> unlock(RoutingContext ctx, Session session) {
        String key = Objects.requireNonNull(ctx.pathParam("key"), "key");
        long user = session.user().value();
        LOG.warn("User {} force-unlocks the lock '{}'", user, key);
        return forceUnlock.unlock(key, Query.text(ctx, "kind")).thenApply(former -> {
            LOG.warn("User {} force-unlocked the lock '{}'; former holders: {}", user, key, former);
            return Answer.of(former);
        });
    }

    /** A lock as operators see it. */
    record LockView(String kind, String key, List<HolderView> holders, List<String> waiting) {
        record HolderView(String name, String token, int reentranceCount, String since, String until) {
            static HolderView of(Holder holder, LocalTimes times) {
                return new HolderView(
                        holder.name(),
                        Long.toString(holder.token()),
                        holder.reentranceCount(),
                        times.showWithOffset(holder.since()),
                        times.showWithOffset(holder.until()));
            }
        }

        static LockView of(HeldLock lock, LocalTimes times) {
            return new LockView(
                    lock.kind(),
                    lock.key(),
                    lock.holders().stream()
                            .map(holder -> HolderView.of(holder, times))
                            .toList(),
                    lock.waiting());
        }
    }
}
