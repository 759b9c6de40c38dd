package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusLockEvents;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.http.lock.LockRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.eventbus.EventBus;
import java.util.List;

/** Locks for operators, and the lock events of other nodes. */
record LockFeature(Wiring wiring) implements Feature {
    @Override
    public void subscribe(EventBus bus) {
        EventBusLockEvents.subscribe(bus, new Hints(wiring.mysql(), wiring.lock()));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        LockTable table = wiring.lockTable(loop);
        ForceUnlock unlock =
                new ForceUnlock(table, new EventBusLockEvents(wiring.vertx().eventBus()));
        return List.of(new LockRoutes(wiring.http().share(), table, unlock));
    }

    /** Has this node's waiters and handles of a key ask the store. */
    private record Hints(MySqlAdapters mysql, LeasedLock lock) implements LockEvents {
        @Override
        public void released(String key) {
            mysql.wakeWaiter(key);
        }

        @Override
        public void forceUnlocked(String key) {
            mysql.wakeWaiter(key);
            lock.verify(key);
        }
    }
}
