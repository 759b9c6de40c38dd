package io.nightmarket.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the checkout lies that the tests run in. */
public final class Checkout {
    private Checkout() {}

    /** The folder of the script {@code nightmarket}, looked for upwards from the working directory. */
    public static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isExecutable(folder.resolve("nightmarket")) && Files.isDirectory(folder.resolve("domain"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not within a checkout: " + Path.of("").toAbsolutePath());
    }
}
