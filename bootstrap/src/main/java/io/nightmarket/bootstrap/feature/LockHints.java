package io.nightmarket.bootstrap.feature;

import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.mysql.MySqlAdapters;

/** Has this node's waiters and handles of a key ask the store. */
record LockHints(MySqlAdapters mysql, LeasedLock lock) implements LockEvents {
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
