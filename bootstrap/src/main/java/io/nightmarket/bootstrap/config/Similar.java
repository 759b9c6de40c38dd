package io.nightmarket.bootstrap.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds what may have been meant by a name that does not exist. */
public final class Similar {
    /** One letter in this many may be wrong. */
    private static final int LETTERS_AN_ERROR = 3;

    private Similar() {}

    /** A question that ends the sentence, or nothing. */
    static String question(String given, Collection<String> known) {
        return find(given, known).map(name -> "; did you mean '" + name + "'?").orElse("");
    }

    /** The known name that is closest, if it is close. */
    public static Optional<String> find(String given, Collection<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(name -> distance(given, name))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> distance(given, name) <= Math.max(1, given.length() / LETTERS_AN_ERROR));
    }

    /** Letters to be inserted, removed or replaced. */
    private static int distance(String one, String other) {
        int[] row = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
