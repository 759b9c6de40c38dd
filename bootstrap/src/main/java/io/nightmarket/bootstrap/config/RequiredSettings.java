package io.nightmarket.bootstrap.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings that a node can't start without, and those that don't go together. */
record RequiredSettings(Settings settings, Edition edition) {
    /** One in a thousand secrets of 32 random digits has fewer different ones; no secret of 32 other characters has. */
    private static final int MIN_DIFFERENT = 8;

    void check(AppConfig config) {
        checkSecrets(config.secrets());
        if (edition == Edition.DISTRIBUTION) {
            requireAll();
        } else if (config.secrets().token().isEmpty() && !config.embedded()) {
            settings.problem(
                    "with real servers 'token.secret' must be set, to the same 32 or more characters on all nodes");
        }
        if (config.cluster().enabled()) {
            checkCluster(config);
        }
    }

    private void checkSecrets(AppConfig.Secrets secrets) {
        checkLength(SharedSettings.SECRET, secrets.token());
        checkLength(SharedSettings.PREVIOUS_SECRET, secrets.previous());
        checkLength(SharedSettings.NUMBER_SECRET, secrets.numbers());
        long different = secrets.token().chars().distinct().count();
        // One of before may be like that: it is to be replaced.
        if (secrets.token().length() >= AppConfig.Secrets.MIN_LENGTH && different < MIN_DIFFERENT) {
            settings.problem("'token.secret' has only " + different
                    + " different characters and can be guessed: make one by 'openssl rand -hex 32'");
        }
    }

    private void checkLength(String key, String secret) {
        if (!AppConfig.Secrets.isLong(secret)) {
            settings.problem("'" + key + "' needs at least " + AppConfig.Secrets.MIN_LENGTH + " characters");
        }
    }

    private void checkCluster(AppConfig config) {
        if (config.adapters().cache() == AppConfig.Adapters.Cache.LOCAL) {
            settings.problem("'adapters.cache' can be local for a node alone, not in a cluster");
        }
        if (!config.embedded() && config.cluster().name().equals(ConfigReader.DEFAULT_CLUSTER_NAME)) {
            settings.problem(
                    "with real servers a cluster needs a 'cluster.name' of its own, the same on all its nodes: '"
                            + ConfigReader.DEFAULT_CLUSTER_NAME + "' is public");
        }
    }

    /** What a distribution can't do without, all that is missing in one sentence. */
    private void requireAll() {
        Map<String, String> needs = new LinkedHashMap<>();
        needs.put("redis", "--redis redis://:password@host:6379");
        needs.put("mysql", "--mysql mysql://user:password@host:3306/database");
        needs.put("token.secret", "NIGHTMARKET_TOKEN_SECRET, 32 or more characters, the same on all nodes");
        needs.keySet().removeIf(key -> !settings.text(key, "").isEmpty());
        if (!needs.isEmpty()) {
            List<String> missing = needs.entrySet().stream()
                    .map(need -> "'" + need.getKey() + "' (" + need.getValue() + ')')
                    .toList();
            settings.problem(
                    "this distribution has no servers and no secret of its own: give " + String.join(", ", missing));
        }
    }
}
