package io.nightmarket.bootstrap.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the configuration: defaults, then the file, then the environment, then the command line. */
public final class ConfigLoader {
    private static final String FILE_VARIABLE = "NIGHTMARKET_CONFIG";

    /** Read by scripts, and the one that names the file. */
    private static final Set<String> OTHER_VARIABLES = Set.of(FILE_VARIABLE, "NIGHTMARKET_JAVA_OPTS");

    private static final String OF_TESTS = "NIGHTMARKET_TEST_";

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
     * Reads the same for a command, which needs neither Redis nor secrets; what it does not read may be wrong.
     *
     * @throws ConfigException as {@link #load}, when an address is missing or what a command needs is wrong
     */
    public AppConfig forCommand(@Nullable Path file, Map<String, String> options) {
        Settings settings = settings(file, options);
        if (settings.text("mysql", "").isEmpty()
                && (edition == Edition.DISTRIBUTION
                        || !settings.text("redis", "").isEmpty())) {
            settings.problem("'mysql' is missing (--mysql mysql://user:password@host:3306/database)");
        }
        ConfigReader reader = reader(settings);
        reader.readForCommand();
        settings.checkRead();
        return reader.config();
    }

    /**
     * The folder of the embedded servers, for a command that is about them.
     *
     * @throws ConfigException when nodes with this configuration have no such servers
     */
    public Path embeddedData(@Nullable Path file, Map<String, String> options) {
        Settings settings = settings(file, options);
        boolean real = !settings.text("redis", "").isEmpty()
                || !settings.text("mysql", "").isEmpty();
        if (edition == Edition.DISTRIBUTION || real) {
            settings.problem("this is about the servers that Night Market brings along, and "
                    + (real
                            ? "'redis' and 'mysql' name others: end a node by the signal TERM, and use the clients of your servers"
                            : "this distribution brings none"));
        }
        Path data = reader(settings).data();
        settings.checkRead();
        return data;
    }

    /** What is wrong with the variables of the environment, in one sentence each: they look like ours, and are unknown. */
    public List<String> unknownVariables() {
        Set<String> known = new TreeSet<>(OTHER_VARIABLES);
        new SettingFiles(home, keys(), new Settings()).withFiles().forEach(key -> known.add(variable(key)));
        return new TreeSet<>(environment.keySet())
                .stream()
                        .filter(name -> name.startsWith(Settings.VARIABLE_PREFIX))
                        .filter(name -> !known.contains(name) && !name.startsWith(OF_TESTS))
                        .map(name -> "The variable " + name + " is unknown and has no effect"
                                + Similar.question(name, known))
                        .toList();
    }

    /** The environment variable of a setting. */
    public static String variable(String key) {
        return Settings.variable(key);
    }

    private ConfigReader reader(Settings settings) {
        return new ConfigReader(settings, home, edition);
    }

    private Settings settings(@Nullable Path file, Map<String, String> options) {
        Path named =
                file == null && environment.containsKey(FILE_VARIABLE) ? Path.of(environment.get(FILE_VARIABLE)) : file;
        Path read = named != null ? named : home.resolve("conf/application.yaml");
        Map<String, String> fromFile = named != null || Files.exists(read) ? parse(read) : Map.of();
        Settings settings = new Settings();
        SettingFiles files = new SettingFiles(home, keys(), settings);
        settings.overlay(files.resolve(fromFile), " in " + read);
        settings.overlay(files.resolve(Settings.fromEnvironment(environment, files.withFiles())), "");
        settings.overlay(files.resolve(options), "");
        return settings;
    }

    /** Every key that is read. */
    static Set<String> keys() {
        return allRead().keysRead();
    }

    private static Settings allRead() {
        Settings none = new Settings();
        var _ = new ConfigReader(none, Path.of("."), Edition.ofThisProgram()).read();
        return none;
    }

    private static Map<String, String> parse(Path file) {
        if (Files.isDirectory(file)) {
            throw unreadable(file, "is a folder", null);
        }
        try {
            return FlatYaml.parse(Files.readString(file), allRead().listsRead());
        } catch (NoSuchFileException e) {
            throw unreadable(file, "does not exist", e);
        } catch (AccessDeniedException e) {
            throw unreadable(file, "may not be read by this user", e);
        } catch (IllegalArgumentException e) {
            throw unreadable(file, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw unreadable(file, "can't be read", e);
        }
    }

    private static ConfigException unreadable(Path file, String why, @Nullable Throwable cause) {
        return new ConfigException("the configuration file " + file + ' ' + why, cause);
    }
}
