package io.nightmarket.bootstrap.config;

import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.Follows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Makes the configuration of the given settings; every problem is noted with them. */
final class ConfigReader {
    static final String DEFAULT_CLUSTER_NAME = "night-market";
    /** Shorter than the time-out of every answer, so that the buyer still learns the order's id. */
    private static final Duration MAX_DURABLE_WAIT = Duration.ofSeconds(4);

    private final Settings settings;
    private final Edition edition;
    private final SettingPaths paths;
    private final HttpSettings http;
    private final ServerSettings servers;
    private final GatewaySettings gateways;

    /**
     * @param home what relative paths start from
     * @param edition decides whether addresses may be left out
     */
    ConfigReader(Settings settings, Path home, Edition edition) {
        this.settings = settings;
        this.edition = edition;
        this.paths = new SettingPaths(settings, home);
        this.http = new HttpSettings(settings, paths, edition);
        this.servers = new ServerSettings(settings, paths, edition);
        this.gateways = new GatewaySettings(settings);
    }

    AppConfig read() {
        AppConfig config = config();
        new RequiredSettings(settings, edition).check(config);
        return config;
    }

    AppConfig config() {
        return new AppConfig(
                data(),
                servers.addresses(),
                secrets(),
                gateways.sms(),
                http.read(),
                pictures(),
                sessions(),
                settings.duration("audit.keep", "9600h"),
                servers.redis(),
                servers.mySql(),
                CacheDefaults.table(settings, servers.statementTimeout()),
                sale(),
                gateways.payments(),
                new AppConfig.Events(settings.flag("events.private-networks", false)),
                people(),
                adapters(),
                cluster(),
                new AppConfig.Metrics(
                        settings.text("metrics.host", "127.0.0.1"),
                        settings.parse("metrics.port", "auto", SettingFormats::portOrAuto)),
                settings.shown());
    }

    /** Notes the problems of what commands need. */
    void readForCommand() {
        var _ = data();
        var _ = servers.redis();
        var _ = servers.mySql();
        var _ = sessions();
        var _ = http.phones();
        var _ = http.timeZone();
        var _ = queue();
    }

    Path data() {
        return paths.own(settings.text("data", "data"));
    }

    private AppConfig.Pictures pictures() {
        String folder = settings.text("pictures.folder", "");
        return new AppConfig.Pictures(
                folder.isEmpty() ? data().resolve("pictures") : paths.own(folder),
                settings.number("pictures.per-day", 200, 0, 1_000_000));
    }

    private AppConfig.Sessions sessions() {
        return new AppConfig.Sessions(
                settings.duration("session.idle", "30m"),
                settings.duration("session.absolute", "168h"),
                settings.flag("accounts.staff-second-factor", false));
    }

    private AppConfig.Sale sale() {
        return new AppConfig.Sale(
                settings.number("sale.shards", 4, 1, 64),
                servers.maxBacklog(),
                settings.number("sale.admit-calls", 1, 1, 64),
                settings.number("sale.admit-batch", 256, 1, 1_000),
                settings.duration("sale.durable-wait", "1500ms", MAX_DURABLE_WAIT),
                settings.duration("sale.keep", "24h"),
                settings.interval("sale.audit", "5s"),
                settings.epochMaxAge("sale.epoch-max-age", "auto"));
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

    private AppConfig.Adapters.Queue queue() {
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
        Optional<Path> keyStore = paths.file("cluster.tls.key-store");
        if (keyStore.isPresent() && password.isEmpty()) {
            settings.problem("'cluster.tls.key-store' needs 'cluster.tls.password'");
        }
        if (keyStore.isEmpty() && !password.isEmpty()) {
            settings.problem("'cluster.tls.password' needs 'cluster.tls.key-store'");
        }
        return keyStore.map(file -> new AppConfig.Cluster.Tls(file, password));
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
}
