package io.nightmarket.domain.account;

import java.util.random.RandomGenerator;

/** Names of users who have not chosen one yet. */
public final class NickNames {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int LENGTH = 10;

    private NickNames() {}

    /** {@code user_} and ten letters or digits. */
    public static String random(RandomGenerator random) {
        StringBuilder name = new StringBuilder("user_");
        for (int i = 0; i < LENGTH; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}
