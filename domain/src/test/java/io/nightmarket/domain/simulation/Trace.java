package io.nightmarket.domain.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What happened, in order: as one number that two equal runs share, and as text when somebody wants to read it. */
final class Trace {
    private final boolean isWritten;
    private final List<String> lines = new ArrayList<>();
    private long digest;

    /** @param isWritten whether the text is kept, which takes time */
    Trace(boolean isWritten) {
        this.isWritten = isWritten;
    }

    /** @param detail shown only when it looks the same in every run */
    void note(long at, String who, String what, @Nullable Object detail) {
        digest = 31 * (31 * (31 * digest + at) + who.hashCode()) + what.hashCode();
        if (isWritten) {
            lines.add(String.format(Locale.ROOT, "%10.3f ms  %s %s %s", at / 1e6, who, what, shown(detail)));
        }
    }

    void note(long at, String who, String what) {
        note(at, who, what, "");
    }

    private static String shown(@Nullable Object detail) {
        return switch (detail) {
            case null -> "";
            case Object[] many -> Arrays.stream(many).map(Trace::shown).collect(Collectors.joining(", ", "(", ")"));
            case Record _,
                    Enum<?> _,
                    CharSequence _,
                    Number _,
                    Boolean _,
                    Collection<?> _,
                    Optional<?> _,
                    Throwable _ -> detail.toString();
            default -> "";
        };
    }

    long digest() {
        return digest;
    }

    List<String> lines() {
        return lines;
    }
}
