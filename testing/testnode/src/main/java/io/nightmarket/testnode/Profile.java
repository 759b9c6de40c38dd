package io.nightmarket.testnode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Objects;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/** A recording of this process by JDK Flight Recorder. */
final class Profile {
    private static @Nullable Recording recording;

    private Profile() {}

    static void begin() {
        try {
            recording = new Recording(Configuration.getConfiguration("profile"));
            recording.start();
        } catch (IOException | ParseException e) {
            throw new IllegalStateException("the JDK has no settings for a profile", e);
        }
    }

    static void end(Path file) {
        try (Recording made = Objects.requireNonNull(recording, "not begun")) {
            made.dump(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
