package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.TrustedProxies;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlTls;
import io.nightmarket.redis.RedisConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes the configuration of the given settings; every problem is noted with them. */
// Over 200 lines: one method per group of settings, each with their defaults and bounds beside one another.
final class ConfigReader {
    private static final int USUAL_CODES_PER_ADDRESS = 60;
    static final String DEFAULT_CLUSTER_NAME = "night-market";

    /** Shorter than the time-out of every answer, so that the buyer still learns the order's id. */
    private static final Duration MAX_DURABLE_WAIT = Duration.ofSeconds(4);

    /** A moment past 2038 is none to a column of the database. */
    private static final Duration MAX_PAY_WITHIN = Duration.ofDays(365);

    /** With the time of a statement less than requests have: that nothing was done is known before they end. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(2_500);

    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);

    /** Calls that wait for an answer on one connection; beyond it requests are rejected. */
    private static final int REDIS_MAX_IN_FLIGHT = 4_096;

    /** In place of addresses that embedded servers have once they run. */
    private static final String EMBEDDED_REDIS = "redis://127.0.0.1";

    private static final String EMBEDDED_MYSQL = "mysql://embedded@127.0.0.1/embedded";

    private final Settings settings;
    private final Path home;
    private final Edition edition;

    /**
     * @param home what relative paths start from
     * @param edition decides whether addresses may be left out
     */
    ConfigReader(Settings settings, Path home, Edition edition) {
        this.settings = settings;
        this.home = home;
        this.edition = edition;
    }

    AppConfig read() {
        AppConfig config = config();
        new RequiredSettings(settings, edition).check(config);
        return config;
    }

    private AppConfig config() {
        return new AppConfig(
                data(),
                servers(),
                secrets(),
                sms(),
                http(),
                pictures(),
                sessions(),
                settings.duration("audit.keep", "9600h"),
                redis(),
                mySql(),
                CacheDefaults.table(settings, statementTimeout()),
                sale(),
                payments(),
                people(),
                adapters(),
                cluster(),
                new AppConfig.Metrics(
                        settings.text("metrics.host", "127.0.0.1"), settings.number("metrics.port", 0, 0, 65_535)));
    }

    private HttpConfig http() {
        return new HttpConfig(
                host(),
                settings.number("port", 8080, 0, 65535),
                timeZone(),
                settings.duration("session.trust", "30s"),
                settings.number("max-body-bytes", 65_536, 1_024, 16_777_216),
                DRAIN,
                PROBE_DEADLINE,
                new HttpConfig.WebPages(
                        settings.flag("docs", edition == Edition.DEVELOPMENT), folder("static"), folder("images")),
                trustedProxies(),
                purchaseRates(),
                readRates(),
                loginRates(),
                phones(),
                new HttpConfig.Connections(
                        settings.number("limits.connections", 20_000, 0, 1_000_000),
                        settings.number("limits.connections-per-address", 2_000, 0, 1_000_000),
                        settings.interval("limits.request-timeout", "10s")),
                https());
    }

    Path data() {
        return home.resolve(settings.text("data", "data")).toAbsolutePath().normalize();
    }

    ZoneId timeZone() {
        return settings.zone("time-zone", "Asia/Shanghai");
    }

    Duration statementTimeout() {
        return settings.duration("mysql-timeout", "1500ms");
    }

    MySqlTls mySqlTls() {
        MySqlTls tls = new MySqlTls(settings.choice("mysql-tls", MySqlTls.Mode.AUTO), file("mysql-ca"));
        if (tls.mode() == MySqlTls.Mode.OFF && tls.ca().isPresent()) {
            settings.problem("'mysql-ca' is not used with 'mysql-tls' off: remove one of both");
        }
        return tls;
    }

    Optional<Path> redisCa() {
        return file("redis-ca");
    }

    private boolean isEmbedded() {
        return settings.text("redis", "").isEmpty();
    }

    /** Embedded, with a well-known admin, a node serves its own machine only. */
    private String host() {
        String given = settings.text("host", "");
        return given.isEmpty() ? (isEmbedded() ? "127.0.0.1" : "0.0.0.0") : given;
    }

    private AppConfig.Pictures pictures() {
        String folder = settings.text("pictures.folder", "");
        return new AppConfig.Pictures(
                folder.isEmpty()
                        ? data().resolve("pictures")
                        : home.resolve(folder).toAbsolutePath().normalize(),
                settings.number("pictures.per-day", 200, 0, 1_000_000));
    }

    private AppConfig.Sessions sessions() {
        return new AppConfig.Sessions(
                settings.duration("session.idle", "30m"),
                settings.duration("session.absolute", "168h"),
                staffSecondFactor());
    }

    SessionPolicy sessionPolicy() {
        return sessions().policy();
    }

    PhoneFormat phones() {
        return settings.parse("accounts.phones", PhoneFormat.MAINLAND.pattern(), PhoneFormat::new);
    }

    boolean staffSecondFactor() {
        return settings.flag("accounts.staff-second-factor", false);
    }

    private HttpConfig.PurchaseRates purchaseRates() {
        return new HttpConfig.PurchaseRates(
                settings.rate("limits.buys-per-address", ""),
                settings.rate("limits.buys-per-user", "20/1s"),
                settings.rate("limits.buys-per-sale", ""),
                settings.rate("limits.orders-per-user", "20/1s"));
    }

    private HttpConfig.ReadRates readRates() {
        return new HttpConfig.ReadRates(
                settings.rate("limits.reads-per-address", ""),
                settings.rate("limits.reads-per-shop", ""),
                rateOnRealServers("limits.searches-per-address", "20/4s"),
                rateOnRealServers("limits.users-per-address", "200/4s"),
                settings.rate("limits.order-pages-per-user", "60/10s"));
    }

    private HttpConfig.LoginRates loginRates() {
        return new HttpConfig.LoginRates(
                rateOnRealServers("limits.logins-per-address", "20/1s"),
                rateOnRealServers("limits.codes-per-node", "50/1s"));
    }

    /** A limit that is left empty is none in embedded mode, where all clients have one address. */
    private RateLimit rateOnRealServers(String key, String usual) {
        boolean isLeft = settings.text(key, "").isEmpty();
        return isLeft && !isEmbedded() ? SettingFormats.rate(usual) : settings.rate(key, "");
    }

    private Optional<HttpConfig.Https> https() {
        Optional<Path> certificate = file("https.certificate-file");
        Optional<Path> key = file("https.key-file");
        if (certificate.isPresent() != key.isPresent()) {
            settings.problem(
                    "give both files, 'https.certificate-file' and 'https.key-file', or none for HTTP in clear");
        }
        return certificate.flatMap(pem -> key.map(secret -> new HttpConfig.Https(pem, secret)));
    }

    private RedisConfig redis() {
        String address = settings.text("redis", "");
        Duration timeout = settings.duration("redis-timeout", "1s");
        Optional<Path> ca = redisCa().filter(file -> !address.isEmpty() && Files.isReadable(file));
        return valid(
                () -> new RedisConfig(
                        address.isEmpty() ? EMBEDDED_REDIS : address,
                        timeout,
                        REDIS_MAX_IN_FLIGHT,
                        maxBacklog(),
                        codesPerAddress(),
                        ca),
                ConfigReader::redis);
    }

    private MySqlConfig mySql() {
        String address = settings.text("mysql", "");
        int poolSize = settings.number("mysql-pool-size", 16, 1, 1_000);
        Duration settleTimeout = settings.duration("sale.settle-timeout", "5s");
        return valid(
                () -> new MySqlConfig(
                        address.isEmpty() ? EMBEDDED_MYSQL : address,
                        poolSize,
                        statementTimeout(),
                        CONNECT_TIMEOUT,
                        settleTimeout,
                        mySqlTls()),
                ConfigReader::mySql);
    }

    /** What an adapter refuses of its settings is the operator's to read; the defaults stand in for it. */
    private <T> T valid(Supplier<T> set, Function<ConfigReader, T> read) {
        try {
            return set.get();
        } catch (IllegalArgumentException e) {
            settings.problem(String.valueOf(e.getMessage()));
            return read.apply(new ConfigReader(new Settings(), home, edition));
        }
    }

    private AppConfig.Sale sale() {
        return new AppConfig.Sale(
                settings.number("sale.shards", 4, 1, 64),
                maxBacklog(),
                settings.number("sale.admit-calls", 1, 1, 64),
                settings.number("sale.admit-batch", 256, 1, 1_000),
                settings.duration("sale.durable-wait", "1500ms", MAX_DURABLE_WAIT),
                settings.duration("sale.keep", "24h"),
                settings.interval("sale.audit", "5s"),
                settings.epochMaxAge("sale.epoch-max-age", "auto"));
    }

    private int maxBacklog() {
        return settings.number("sale.max-backlog", 1_000_000, 1, 100_000_000);
    }

    /** Where payments are refused, orders don't expire: existing front ends have no page to pay on. */
    private AppConfig.Payments payments() {
        AppConfig.Payments.Gateway gateway = settings.choice("payments.gateway", AppConfig.Payments.Gateway.AUTO);
        Duration payWithin = settings.duration("payments.pay-within", "15m", MAX_PAY_WITHIN);
        boolean sandbox = gateway == AppConfig.Payments.Gateway.SANDBOX
                || (gateway == AppConfig.Payments.Gateway.AUTO && isEmbedded());
        return new AppConfig.Payments(sandbox, sandbox ? payWithin : Duration.ZERO);
    }

    private AppConfig.People people() {
        return new AppConfig.People(
                settings.number("people.max-followed", 5_000, 1, FollowSets.MAX_SIZE),
                settings.number("people.pushed-followers", 1_000, 0, Follows.MAX_COUNTED),
                new CheckIn.Limits(
                        settings.number("people.make-ups-per-month", 3, 0, 31),
                        settings.number("people.make-up-days", 30, 0, 3_650)),
                settings.durationFrom("people.visitors-keep", "9600h", Duration.ofDays(1)));
    }

    AppConfig.Adapters.Queue queue() {
        return settings.choice(SharedSettings.QUEUE, AppConfig.Adapters.Queue.REDIS);
    }

    private AppConfig.Adapters adapters() {
        return new AppConfig.Adapters(
                settings.choice("adapters.lock", AppConfig.Adapters.Lock.REDIS),
                settings.choice("adapters.ids", AppConfig.Adapters.Ids.REDIS),
                queue(),
                settings.choice("adapters.cache", AppConfig.Adapters.Cache.REDIS));
    }

    private AppConfig.Cluster cluster() {
        return new AppConfig.Cluster(
                settings.flag("cluster.enabled", false),
                clusterName(),
                settings.text("cluster.host", "127.0.0.1"),
                settings.number("cluster.port", 5701, 1, 65_000),
                settings.list("cluster.members", "127.0.0.1"),
                clusterTls());
    }

    private Optional<AppConfig.Cluster.Tls> clusterTls() {
        String password = settings.text("cluster.tls.password", "");
        Optional<Path> keyStore = file("cluster.tls.key-store");
        if (keyStore.isPresent() && password.isEmpty()) {
            settings.problem("'cluster.tls.key-store' needs 'cluster.tls.password'");
        }
        if (keyStore.isEmpty() && !password.isEmpty()) {
            settings.problem("'cluster.tls.password' needs 'cluster.tls.key-store'");
        }
        return keyStore.map(file -> new AppConfig.Cluster.Tls(file, password));
    }

    private TrustedProxies trustedProxies() {
        try {
            return new TrustedProxies(settings.list("trusted-proxies", ""));
        } catch (IllegalArgumentException e) {
            settings.problem("in setting 'trusted-proxies' " + e.getMessage());
            return TrustedProxies.NONE;
        }
    }

    /** A folder to read from, which must be there already. */
    private Optional<Path> folder(String key) {
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

    /** A file to read, which must be there already. */
    private Optional<Path> file(String key) {
        String given = settings.text(key, "");
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> file = resolved(given);
        if (file.isEmpty() || !Files.isRegularFile(file.get()) || !Files.isReadable(file.get())) {
            settings.problem("setting '" + key + "' names a file that can't be read: " + given);
        }
        return file;
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

    private Optional<Servers> servers() {
        String redis = settings.text("redis", "");
        String mysql = settings.text("mysql", "");
        if (edition == Edition.DEVELOPMENT && redis.isEmpty() != mysql.isEmpty()) {
            settings.problem("give both addresses, 'redis' and 'mysql', or none for embedded servers");
        }
        return redis.isEmpty() || mysql.isEmpty() ? Optional.empty() : Optional.of(new Servers(redis, mysql));
    }

    /** Off in embedded mode, where all clients have one address. */
    private int codesPerAddress() {
        return settings.text("limits.codes-per-address-per-hour", "").isEmpty()
                ? (isEmbedded() ? 0 : USUAL_CODES_PER_ADDRESS)
                : settings.number("limits.codes-per-address-per-hour", 0, 0, 1_000_000);
    }

    private String clusterName() {
        String name = settings.text("cluster.name", DEFAULT_CLUSTER_NAME);
        if (!name.matches("\\S{1,64}")) {
            settings.problem("'cluster.name' has 1 to 64 characters and no blanks");
        }
        return name;
    }

    private AppConfig.Secrets secrets() {
        return new AppConfig.Secrets(
                settings.text(SharedSettings.SECRET, ""),
                settings.text(SharedSettings.PREVIOUS_SECRET, ""),
                settings.text(SharedSettings.NUMBER_SECRET, ""));
    }

    private AppConfig.Sms sms() {
        String url = settings.text("sms.url", "");
        if (!url.isEmpty() && !url.equals(AppConfig.Sms.CONSOLE) && !url.matches("https?://[^/\\s]+\\S*")) {
            settings.problem(
                    "'sms.url' must begin with http:// or https:// and name a host, or be " + AppConfig.Sms.CONSOLE);
        } else if (url.startsWith("http:") && !PrivateHosts.contain(hostOf(url))) {
            settings.problem("'sms.url' must begin with https://, or name a loopback or private address");
        }
        String secret = settings.text("sms.secret", "");
        if (!secret.matches("[!-~]*")) {
            settings.problem("'sms.secret' has printable ASCII characters only, and no blanks");
        }
        return new AppConfig.Sms(url, secret);
    }

    private static String hostOf(String url) {
        try {
            return Optional.ofNullable(new URI(url).getHost()).orElse("");
        } catch (URISyntaxException e) {
            return "";
        }
    }
}
