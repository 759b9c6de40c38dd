package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.cache.CacheLimits;
import io.nightmarket.bootstrap.cache.CacheSettings;
import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.TrustedProxies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the configuration: defaults, then the file, then the environment, then the command line. */
public final class ConfigLoader {
    private static final int USUAL_CODES_PER_ADDRESS = 60;
    private static final String STATEMENT = "1500ms";
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private final Path home;
    private final Map<String, String> environment;
    private final Edition edition;

    /** For this process: its home, its environment. */
    public static ConfigLoader ofThisProcess() {
        return new ConfigLoader(Path.of(System.getProperty("nightmarket.home", ".")), System.getenv());
    }

    /** For the program as it is there. */
    public ConfigLoader(Path home, Map<String, String> environment) {
        this(home, environment, Edition.ofThisProgram());
    }

    /**
     * @param home what relative paths in file and environment start from
     * @param environment the variables of the process, or of a test
     * @param edition decides whether addresses may be left out
     */
    ConfigLoader(Path home, Map<String, String> environment, Edition edition) {
        this.home = home;
        this.environment = Map.copyOf(environment);
        this.edition = edition;
    }

    /**
     * The configuration, complete and checked.
     *
     * @param file the file to read, or null for the one that NIGHTMARKET_CONFIG names, or else for
     *     conf/application.yaml, which may be absent
     * @param options what the command line gave, by key
     * @throws ConfigException with all that is wrong
     */
    public AppConfig load(@Nullable Path file, Map<String, String> options) {
        Settings settings = settings(file, options);
        AppConfig config = read(settings);
        settings.check();
        return config;
    }

    /**
     * The database of the same configuration, for a command that needs neither Redis nor secrets.
     *
     * @throws ConfigException as {@link #load}, when an address is missing or what belongs to the database is wrong
     */
    public DatabaseConfig database(@Nullable Path file, Map<String, String> options) {
        Settings settings = settings(file, options);
        Optional<String> address = Optional.of(settings.text("mysql", "")).filter(given -> !given.isEmpty());
        if (address.isEmpty()
                && (edition == Edition.DISTRIBUTION
                        || !settings.text("redis", "").isEmpty())) {
            settings.problem("'mysql' is missing (--mysql mysql://user:password@host:3306/database)");
        }
        DatabaseConfig config =
                new DatabaseConfig(address, data(settings), settings.duration("mysql-timeout", STATEMENT));
        settings.checkRead();
        return config;
    }

    private Settings settings(@Nullable Path file, Map<String, String> options) {
        Path named = file == null && environment.containsKey("NIGHTMARKET_CONFIG")
                ? Path.of(environment.get("NIGHTMARKET_CONFIG"))
                : file;
        Map<String, String> fromFile =
                named != null ? parse(named) : parseIfPresent(home.resolve("conf/application.yaml"));
        Settings settings = new Settings();
        settings.overlay(fromFile);
        settings.overlay(Settings.fromEnvironment(environment, keys()));
        settings.overlay(options);
        return settings;
    }

    /** Every key that is read. */
    static Set<String> keys() {
        Settings none = new Settings();
        var _ = new ConfigLoader(Path.of("."), Map.of()).read(none);
        return none.keysRead();
    }

    private AppConfig read(Settings settings) {
        Duration statement = settings.duration("mysql-timeout", STATEMENT);
        AppConfig config = new AppConfig(
                settings.text("host", "0.0.0.0"),
                settings.number("port", 8080, 0, 65535),
                data(settings),
                servers(settings),
                settings.text("token.secret", ""),
                smsUrl(settings),
                settings.zone("time-zone", "Asia/Shanghai"),
                settings.number("max-body-bytes", 65_536, 1_024, 16_777_216),
                trustedProxies(settings),
                new AppConfig.Pages(
                        settings.flag("docs", true), folder(settings, "static"), folder(settings, "images")),
                new AppConfig.Sessions(
                        settings.duration("session.idle", "30m"),
                        settings.duration("session.absolute", "168h"),
                        settings.duration("session.trust", "30s"),
                        codesPerAddress(settings)),
                new HttpConfig.PurchaseRates(
                        settings.rate("limits.buys-per-address", ""),
                        settings.rate("limits.buys-per-user", "20/1s"),
                        settings.rate("limits.buys-per-sale", "")),
                new HttpConfig.ReadRates(
                        settings.rate("limits.reads-per-address", ""), settings.rate("limits.reads-per-shop", "")),
                new AppConfig.Redis(
                        settings.duration("redis-timeout", "1s"),
                        settings.number("redis-max-in-flight", 4_096, 1, 1_000_000)),
                new AppConfig.MySql(
                        statement,
                        settings.number("mysql-pool-size", 16, 1, 1_000),
                        settings.duration("sale.settle-timeout", "5s")),
                caches(settings, statement),
                new AppConfig.Sale(
                        settings.number("sale.shards", 4, 1, 64),
                        settings.number("sale.max-backlog", 1_000_000, 1, 100_000_000),
                        new AppConfig.Admission(
                                settings.number("sale.admit-calls", 1, 1, 64),
                                settings.number("sale.admit-batch", 256, 1, 1_000),
                                settings.number("sale.admit-waiting", 20_000, 1, 10_000_000)),
                        settings.number("sale.settle-batch", 500, 1, 1_000),
                        settings.duration("sale.durable-wait", "1500ms"),
                        settings.duration("sale.keep", "24h"),
                        pause(settings, "sale.audit", "5s"),
                        settings.epochMaxAge("sale.epoch-max-age", "auto")),
                new AppConfig.Adapters(
                        settings.choice("adapters.lock", AppConfig.Adapters.Lock.REDIS),
                        settings.choice("adapters.ids", AppConfig.Adapters.Ids.REDIS),
                        settings.choice("adapters.queue", AppConfig.Adapters.Queue.REDIS),
                        settings.choice("adapters.cache", AppConfig.Adapters.Cache.REDIS)),
                new AppConfig.Cluster(
                        settings.flag("cluster.enabled", false),
                        clusterName(settings),
                        settings.text("cluster.host", "127.0.0.1"),
                        settings.number("cluster.port", 5701, 1, 65_000),
                        settings.list("cluster.members", "127.0.0.1")),
                new AppConfig.Metrics(
                        settings.text("metrics.host", "127.0.0.1"), settings.number("metrics.port", 0, 0, 65_535)));
        checkSecret(settings, config);
        if (config.cluster().enabled() && config.adapters().cache() == AppConfig.Adapters.Cache.LOCAL) {
            settings.problem("'adapters.cache' can be local for a node alone, not in a cluster");
        }
        return config;
    }

    private Path data(Settings settings) {
        return home.resolve(settings.text("data", "data")).toAbsolutePath().normalize();
    }

    private static AppConfig.CacheTable caches(Settings settings, Duration statement) {
        CacheLimits limits = new CacheLimits(
                settings.duration("cache.soft-timeout", "200ms"),
                pause(settings, "cache.hard-timeout", "1500ms"),
                settings.number("cache.max-loads", 8, 1, 1_000),
                settings.number("cache.max-waiting", 1_000, 0, 1_000_000),
                statement);
        Map<String, CacheSettings> table = new LinkedHashMap<>();
        CacheDefaults.ALL.forEach((name, line) -> table.put(name, line.read(settings, "cache." + name + '.')));
        AppConfig.CacheTable.Filter filter = new AppConfig.CacheTable.Filter(
                settings.number("cache.filter-keys", 1_000_000, 1_000, 100_000_000),
                settings.fraction("cache.filter-error", "0.01"),
                pause(settings, "cache.filter-rebuild", "6h"));
        if (limits.softTimeout().compareTo(limits.hardTimeout()) > 0) {
            settings.problem("setting 'cache.soft-timeout' must not be longer than 'cache.hard-timeout'");
        }
        if (!filter.fits()) {
            settings.problem(
                    "a filter of this many 'cache.filter-keys' with this small a 'cache.filter-error' is too large");
        }
        return new AppConfig.CacheTable(limits, filter, table);
    }

    /** What is done without one would never rest. */
    private static Duration pause(Settings settings, String key, String otherwise) {
        Duration pause = settings.duration(key, otherwise);
        if (pause.compareTo(SHORTEST_PAUSE) < 0) {
            settings.problem("setting '" + key + "' must be " + SHORTEST_PAUSE.toMillis() + "ms or more");
        }
        return pause;
    }

    private static TrustedProxies trustedProxies(Settings settings) {
        try {
            return new TrustedProxies(settings.list("trusted-proxies", ""));
        } catch (IllegalArgumentException e) {
            settings.problem("in setting 'trusted-proxies' " + e.getMessage());
            return TrustedProxies.NONE;
        }
    }

    /** A folder to read from, which must be there already. */
    private Optional<Path> folder(Settings settings, String key) {
        String given = settings.text(key, "");
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> folder = resolved(given);
        if (folder.isEmpty() || !isReadable(folder.get())) {
            settings.problem("setting '" + key + "' names a folder that can't be read: " + given);
        }
        return folder;
    }

    private Optional<Path> resolved(String given) {
        try {
            return Optional.of(home.resolve(given).toAbsolutePath().normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean isReadable(Path folder) {
        return Files.isDirectory(folder) && Files.isReadable(folder) && Files.isExecutable(folder);
    }

    private Optional<Servers> servers(Settings settings) {
        String redis = settings.text("redis", "");
        String mysql = settings.text("mysql", "");
        if (edition == Edition.WORKSHOP && redis.isEmpty() != mysql.isEmpty()) {
            settings.problem("give both addresses, 'redis' and 'mysql', or none for embedded servers");
        }
        return redis.isEmpty() || mysql.isEmpty() ? Optional.empty() : Optional.of(new Servers(redis, mysql));
    }

    /** Off in embedded mode, where everybody is one address. */
    private static int codesPerAddress(Settings settings) {
        boolean embedded = settings.text("redis", "").isEmpty();
        return settings.text("limits.codes-per-address-per-hour", "").isEmpty()
                ? (embedded ? 0 : USUAL_CODES_PER_ADDRESS)
                : settings.number("limits.codes-per-address-per-hour", 0, 0, 1_000_000);
    }

    private static String clusterName(Settings settings) {
        String name = settings.text("cluster.name", "night-market");
        if (!name.matches("\\S{1,64}")) {
            settings.problem("'cluster.name' has 1 to 64 characters and no blanks");
        }
        return name;
    }

    private static String smsUrl(Settings settings) {
        String url = settings.text("sms.url", "");
        if (!url.isEmpty() && !url.matches("https?://[^/\\s]+\\S*")) {
            settings.problem("'sms.url' must begin with http:// or https:// and name a host");
        }
        return url;
    }

    private void checkSecret(Settings settings, AppConfig config) {
        int length = config.tokenSecret().length();
        if (length > 0 && length < 32) {
            settings.problem("'token.secret' needs at least 32 characters");
        }
        if (edition == Edition.DISTRIBUTION) {
            requireAll(settings);
        } else if (length == 0 && !config.embedded()) {
            settings.problem(
                    "with real servers 'token.secret' must be set, to the same 32 or more characters on all nodes");
        }
    }

    /** What a distribution can't do without, all that is missing in one sentence. */
    private static void requireAll(Settings settings) {
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

    private static Map<String, String> parseIfPresent(Path file) {
        return Files.exists(file) ? parse(file) : Map.of();
    }

    private static Map<String, String> parse(Path file) {
        try {
            return FlatYaml.parse(Files.readString(file));
        } catch (IOException e) {
            throw new ConfigException("the configuration file " + file + " can't be read", e);
        }
    }
}
