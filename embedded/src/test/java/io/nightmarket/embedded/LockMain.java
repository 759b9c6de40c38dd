package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;

/** Holds a folder's lock in a process of its own, until its input ends. */
final class LockMain {
    private LockMain() {}

    @SuppressWarnings("SystemOut")
    static void main(String[] arguments) throws IOException {
        try (FolderLock lock = new FolderLock(Path.of(arguments[0]))) {
            var _ = lock.holding(() -> {
                System.out.println("HELD");
                return System.in.read();
            });
        }
    }
}
