package io.nightmarket.domain.lock;

/** Hints about locks between the nodes. They may be lost and only save time: the receiver asks the store. */
public interface LockEvents {
    /** Notifies no node. */
    LockEvents NONE = new LockEvents() {
        @Override
        public void released(String key) {}

        @Override
        public void forceUnlocked(String key) {}
    };

    /** The key was released, and others wait for it. */
    void released(String key);

    /** The key was taken from its holders. */
    void forceUnlocked(String key);
}
