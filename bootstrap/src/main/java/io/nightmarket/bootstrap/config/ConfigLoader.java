package io.nightmarket.bootstrap.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the configuration: defaults, then the file, then the environment, then the command line. */
public final class ConfigLoader {

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
        AppConfig config = reader(settings).read();
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
        ConfigReader reader = reader(settings);
        DatabaseConfig config = new DatabaseConfig(
                address,
                Optional.of(settings.text("redis", "")).filter(given -> !given.isEmpty()),
                reader.data(),
                reader.statementTimeout(),
                reader.sessionPolicy(),
                reader.staffSecondFactor(),
                reader.mySqlTls(),
                reader.redisCa());
        settings.checkRead();
        return config;
    }

    /** The environment variable of a setting. */
    public static String variable(String key) {
        return Settings.variable(key);
    }

    private ConfigReader reader(Settings settings) {
        return new ConfigReader(settings, home, edition);
    }

    private Settings settings(@Nullable Path file, Map<String, String> options) {
        Path named = file == null && environment.containsKey("NIGHTMARKET_CONFIG")
                ? Path.of(environment.get("NIGHTMARKET_CONFIG"))
                : file;
        Map<String, String> fromFile =
                named != null ? parse(named) : parseIfPresent(home.resolve("conf/application.yaml"));
        Settings settings = new Settings();
        SettingFiles files = new SettingFiles(home, keys(), settings);
        settings.overlay(files.resolve(fromFile));
        settings.overlay(files.resolve(Settings.fromEnvironment(environment, files.withFiles())));
        settings.overlay(files.resolve(options));
        return settings;
    }

    /** Every key that is read. */
    static Set<String> keys() {
        Settings none = new Settings();
        var _ = new ConfigReader(none, Path.of("."), Edition.ofThisProgram()).read();
        return none.keysRead();
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
