package io.nightmarket.bootstrap.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.nightmarket.bootstrap.cache.CacheLimits;
import io.nightmarket.bootstrap.cache.CacheSettings;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.cache.RefreshStrategy;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.RateLimit;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlTls;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigLoaderTest {
    private static final Path SHIPPED = Path.of("..", "conf", "application.yaml");
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Map<String, String> REAL = Map.of(
            "NIGHTMARKET_REDIS",
            "redis://r",
            "NIGHTMARKET_MYSQL",
            "mysql://u@m/db",
            "NIGHTMARKET_TOKEN_SECRET",
            SECRET);

    @TempDir
    private Path home;

    @Test
    void withoutAnythingTheNodeRunsEmbeddedOnPort8080() {
        AppConfig config = load(Map.of(), Map.of());
        assertEquals(8080, config.http().port());
        assertTrue(config.embedded());
        assertEquals(home.resolve("data").toAbsolutePath().normalize(), config.data());
    }

    @Test
    void aDistributionNamesEverythingThatItIsMissingAtOnce() {
        String message = refusalOfADistribution(Map.of());
        assertTrue(message.contains("'redis'"), message);
        assertTrue(message.contains("'mysql'"), message);
        assertTrue(message.contains("'token.secret'"), message);
        assertFalse(message.contains("embedded"), message);
        String partly = refusalOfADistribution(Map.of("redis", "redis://r:6379", "token.secret", SECRET));
        assertTrue(partly.contains("'mysql'"), partly);
        assertFalse(partly.contains("'redis'") || partly.contains("'token.secret'"), partly);
    }

    @Test
    void aDistributionThatIsGivenEverythingRuns() {
        Map<String, String> options =
                Map.of("redis", "redis://r:6379", "mysql", "mysql://u:p@m/db", "token.secret", SECRET);
        assertFalse(new ConfigLoader(home, Map.of(), Edition.DISTRIBUTION)
                .load(null, options)
                .embedded());
    }

    @Test
    void theMaximumAgeOfEpochsIsAWordOrATime() {
        assertEquals(new EpochMaxAge.Auto(), load(Map.of(), Map.of()).sale().epochMaxAge());
        assertEquals(
                new EpochMaxAge.Unbounded(),
                load(Map.of(), Map.of("sale.epoch-max-age", "unbounded")).sale().epochMaxAge());
        assertEquals(
                new EpochMaxAge.Limited(Duration.ofSeconds(20)),
                load(Map.of("NIGHTMARKET_SALE_EPOCH_MAX_AGE", "20s"), Map.of())
                        .sale()
                        .epochMaxAge());
        for (String wrong : List.of("999ms", "never")) {
            assertThrows(ConfigException.class, () -> load(Map.of(), Map.of("sale.epoch-max-age", wrong)));
        }
    }

    @Test
    void aCommandOnTheDatabaseNeedsNoRedisAndNoSecret() {
        Map<String, String> given = Map.of("mysql", "mysql://u:p@m/db", "static", "none");
        for (Edition edition : Edition.values()) {
            assertEquals(
                    Optional.of(new AppConfig.Servers("", "mysql://u:p@m/db")),
                    new ConfigLoader(home, Map.of(), edition)
                            .forCommand(null, given)
                            .servers());
        }
        assertTrue(new ConfigLoader(home, Map.of()).forCommand(null, Map.of()).embedded());
        Map<String, String> wrong = Map.of("accounts.phones", "(");
        assertThrows(ConfigException.class, () -> new ConfigLoader(home, Map.of()).forCommand(null, wrong));
    }

    /** The number of an order can't be made of a secret that was cut off. */
    @Test
    void aCommandOnTheDatabaseSeesASecretThatIsTooShort() {
        for (String key : List.of("token.secret", "token.previous-secret", "orders.number-secret")) {
            Map<String, String> given = Map.of("mysql", "mysql://u:p@m/db", key, "x".repeat(31));
            assertFalse(
                    new ConfigLoader(home, Map.of())
                            .forCommand(null, given)
                            .secrets()
                            .areLong(),
                    key);
        }
    }

    /** They concern the database, not only a node. */
    @Test
    void aCommandOnTheDatabaseReadsTimesAndPool() {
        Map<String, String> given = Map.of(
                "mysql", "mysql://u:p@m/db", "redis", "redis://r:6379", "redis-timeout", "3s", "mysql-pool-size", "2");
        AppConfig config = new ConfigLoader(home, Map.of()).forCommand(null, given);
        assertEquals(Duration.ofSeconds(3), config.redis().commandTimeout());
        assertEquals(2, config.mysql().poolSize());
    }

    @Test
    void aCommandOnTheDatabaseDoesNotTakeEmbeddedServersForRealOnes() {
        ConfigLoader distribution = new ConfigLoader(home, Map.of(), Edition.DISTRIBUTION);
        ConfigLoader withRedis = new ConfigLoader(home, Map.of("NIGHTMARKET_REDIS", "redis://r:6379"));
        for (ConfigLoader loader : List.of(distribution, withRedis)) {
            assertEquals(
                    "'mysql' is missing (--mysql mysql://user:password@host:3306/database)",
                    assertThrows(ConfigException.class, () -> loader.forCommand(null, Map.of()))
                            .getMessage());
        }
    }

    @Test
    void aCacheIsSetByItsLineOfTheTable() {
        CacheSettings shop = load(
                        Map.of("NIGHTMARKET_CACHE_SHOP_NEAR_TTL", "2s"),
                        Map.of("cache.shop.strategy", "mutex", "cache.shop.jitter", "1s-2s"))
                .caches()
                .of("shop");
        assertEquals(RefreshStrategy.MUTEX, shop.strategy());
        assertEquals(Duration.ofSeconds(2), shop.nearTtl());
        assertEquals(
                List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), List.of(shop.jitterMin(), shop.jitterMax()));
        String message = String.valueOf(assertThrows(
                        ConfigException.class,
                        () -> load(
                                Map.of(),
                                Map.of(
                                        "cache.shop.jitter",
                                        "2s-1s",
                                        "cache.vouchers.soft-ttl",
                                        "0s",
                                        "cache.fresh",
                                        "1s")))
                .getMessage());
        assertTrue(message.contains("'cache.shop.jitter' can't be '2s-1s'"), message);
        assertTrue(message.contains("'cache.vouchers.soft-ttl' must be 1ms or more"), message);
        assertTrue(message.contains("unknown setting 'cache.fresh'"), message);
    }

    @Test
    void aLoadMayTakeASlowStatementAndAReaderOutlivesTheTicketOfADeadLoader() {
        AppConfig.CacheTable caches =
                load(Map.of(), Map.of("mysql-timeout", "30s")).caches();

        CacheLimits limits = caches.limits();
        Duration ticketTtl = limits.times(caches.of("shop")).ticketTtl();

        assertTrue(limits.loadTimeout().compareTo(Duration.ofSeconds(30)) > 0, limits.toString());
        assertTrue(ticketTtl.plus(limits.callTimeout()).compareTo(limits.hardTimeout()) < 0, ticketTtl.toString());
        assertTrue(limits.callTimeout().multipliedBy(2).compareTo(ticketTtl) < 0, "two renewals may fail");
    }

    @Test
    void adaptersAreChosenByName() {
        AppConfig config = load(
                Map.of(),
                Map.of(
                        "adapters.lock", "mysql",
                        "adapters.ids", "mysql",
                        "adapters.queue", "mysql",
                        "adapters.cache", "local"));
        assertEquals(
                new AppConfig.Adapters(
                        AppConfig.Adapters.Lock.MYSQL,
                        AppConfig.Adapters.Ids.MYSQL,
                        AppConfig.Adapters.Queue.MYSQL,
                        AppConfig.Adapters.Cache.LOCAL),
                config.adapters());
        assertEquals(
                "'adapters.cache' can be local for a node alone, not in a cluster",
                refusal(Map.of("adapters.cache", "local", "cluster.enabled", "true")));
    }

    @Test
    void theShippedFileSaysWhatTheDefaultsAre() {
        AppConfig defaults = load(Map.of(), Map.of());
        AppConfig shipped = new ConfigLoader(home, Map.of()).load(SHIPPED, Map.of());
        assertEquals(defaults.sessions(), shipped.sessions());
        assertEquals(defaults.caches(), shipped.caches());
        assertEquals(defaults.sale(), shipped.sale());
        assertEquals(defaults.redis(), shipped.redis());
        assertEquals(defaults.mysql(), shipped.mysql());
        assertEquals(defaults.http().timeZone(), shipped.http().timeZone());
        assertEquals(defaults.http().pages(), shipped.http().pages());
        assertEquals(defaults.http().buying(), shipped.http().buying());
        assertEquals(defaults.http().reading(), shipped.http().reading());
        assertEquals(defaults.http().connections(), shipped.http().connections());
        assertEquals(defaults.http().https(), shipped.http().https());
        assertEquals(defaults.metrics(), shipped.metrics());
        assertEquals(defaults.toString(), shipped.toString());
    }

    @Test
    void connectionsAndRequestsAreBounded() {
        assertEquals(
                new HttpConfig.Connections(20_000, 2_000, Duration.ofSeconds(10)),
                load(Map.of(), Map.of()).http().connections());
        Map<String, String> given = Map.of(
                "limits.connections", "0", "limits.connections-per-address", "5", "limits.request-timeout", "3s");
        assertEquals(
                new HttpConfig.Connections(0, 5, Duration.ofSeconds(3)),
                load(Map.of(), given).http().connections());
        assertTrue(refusal(Map.of("limits.request-timeout", "0s")).contains("'limits.request-timeout'"));
    }

    @Test
    void whatAnAdapterRefusesOfItsSettingsIsAProblemLikeOthers() {
        Map<String, String> wrong = Map.of(
                "redis", "redis://r?ssl=true",
                "mysql", "mysql://u:p@m/db?useSSL=true",
                "mysql-timeout", "0s",
                "token.secret", "short");
        String message = refusal(wrong);
        for (String problem : List.of("uri may have the parameters", "has no parameters", "'token.secret' needs")) {
            assertTrue(message.contains(problem), message);
        }
        assertFalse(message.contains("u:p"), message);
        assertTrue(refusal(Map.of("mysql-timeout", "0s")).contains("a time-out is longer than nothing"));
    }

    @Test
    void adaptersHaveTheirSettingsAndTheAddressOfTheServersThatRun() throws IOException {
        Path ca = Files.writeString(home.resolve("ca.pem"), "").toAbsolutePath().normalize();
        AppConfig config = load(
                REAL,
                Map.of(
                        "redis", "rediss://r",
                        "redis-ca", "ca.pem",
                        "mysql-tls", "verify-ca",
                        "mysql-ca", "ca.pem",
                        "mysql-timeout", "700ms",
                        "sale.settle-timeout", "7s",
                        "mysql-pool-size", "3"));
        assertEquals(
                new MySqlConfig(
                        "mysql://u@m/db",
                        3,
                        Duration.ofMillis(700),
                        Duration.ofMillis(2_500),
                        Duration.ofSeconds(7),
                        new MySqlTls(MySqlTls.Mode.VERIFY_CA, Optional.of(ca))),
                config.mysql());
        assertEquals(Optional.of(ca), config.redis().ca());
        AppConfig running = load(Map.of(), Map.of("mysql-pool-size", "3"))
                .at(new AppConfig.Servers("redis://127.0.0.1:7", "mysql://e@127.0.0.1:8/hmdp"));
        assertEquals("redis://127.0.0.1:7", running.redis().uri());
        assertEquals("mysql://e@127.0.0.1:8/hmdp", running.mysql().uri());
        assertEquals(3, running.mysql().poolSize());
        assertTrue(running.embedded());
    }

    @Test
    void httpsTakesBothFilesOrNone() throws IOException {
        assertEquals(Optional.empty(), load(Map.of(), Map.of()).http().https());
        Path certificate = Files.writeString(home.resolve("node.crt"), "certificate");
        Path key = Files.writeString(home.resolve("node.key"), "key");
        Map<String, String> both = Map.of("https.certificate-file", "node.crt", "https.key-file", key.toString());
        assertEquals(
                Optional.of(new HttpConfig.Https(certificate.toAbsolutePath().normalize(), key)),
                load(Map.of(), both).http().https());
        assertTrue(refusal(Map.of("https.key-file", "node.key")).contains("both files"));
        String missing = refusal(Map.of("https.key-file", "node.key", "https.certificate-file", "none.crt"));
        assertTrue(missing.contains("'https.certificate-file'"), missing);
    }

    @Test
    void theShippedFileListsExactlyTheKeysThatAreRead() throws IOException {
        Set<String> listed = new TreeSet<>();
        collect("", new YAMLMapper().readTree(Files.readString(SHIPPED)), listed);
        assertEquals(ConfigLoader.keys(), listed);
    }

    @Test
    void theCommandLineWinsOverTheEnvironmentAndThatOverTheFile() throws IOException {
        Path file = Files.writeString(home.resolve("mine.yaml"), "port: 1\nhost: a\ndata: fromfile\n");
        ConfigLoader loader = new ConfigLoader(home, Map.of("NIGHTMARKET_PORT", "2", "NIGHTMARKET_HOST", "b"));
        AppConfig config = loader.load(file, Map.of("port", "3"));
        assertEquals(3, config.http().port());
        assertEquals("b", config.http().host());
        assertTrue(config.data().endsWith("fromfile"));
    }

    @Test
    void nestedKeysHaveVariablesWithUnderscores() {
        AppConfig config = load(Map.of("NIGHTMARKET_SESSION_IDLE", "5m"), Map.of());
        assertEquals(Duration.ofMinutes(5), config.sessions().idle());
    }

    @Test
    void allProblemsAreToldAtOnce() throws IOException {
        Path file = Files.writeString(
                home.resolve("bad.yaml"), "port: 99999\nprot: 1\nsession:\n  idle: soon\ntime-zone: Mars/Olympus\n");
        ConfigException thrown = assertThrows(
                ConfigException.class, () -> new ConfigLoader(home, Map.of()).load(file, Map.of("redis", "redis://x")));
        String message = String.valueOf(thrown.getMessage());
        for (String part : new String[] {"'port'", "'prot'", "'session.idle'", "'time-zone'", "'redis' and 'mysql'"}) {
            assertTrue(message.contains(part), part + " in " + message);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "session.idle | 30 minutes | setting 'session.idle' can't be '30 minutes': write 500ms, 2s, 30m or 168h",
                "mysql-timeout | x ms | setting 'mysql-timeout' can't be 'x ms': write 500ms, 2s, 30m or 168h",
                "port | abc | setting 'port' can't be 'abc': must be a number from 0 to 65535",
                "sale.shards | -1 | setting 'sale.shards' can't be '-1': must be a number from 1 to 64",
                "time-zone | Mars/Olympus | setting 'time-zone' can't be 'Mars/Olympus': must be a time zone, such as Asia/Shanghai or UTC",
                "adapters.lock | zookeeper | setting 'adapters.lock' can't be 'zookeeper': must be one of redis, mysql",
                "mysql-tls | required | setting 'mysql-tls' can't be 'required': must be one of auto, verify-identity, verify-ca, off",
                "accounts.phones | [2-9 | setting 'accounts.phones' can't be '[2-9': must be a regular expression, such as [2-9][0-9]{7}",
                "sale.audit | 0s | setting 'sale.audit' must be 100ms or more",
                "people.visitors-keep | 0s | setting 'people.visitors-keep' must be 86400000ms or more",
                "sale.durable-wait | 4001ms | setting 'sale.durable-wait' must be 4000ms or less",
                "token.secret | short | 'token.secret' needs at least 32 characters",
                "token.previous-secret | short | 'token.previous-secret' needs at least 32 characters",
                "orders.number-secret | short | 'orders.number-secret' needs at least 32 characters",
                "mysql-ca | none | setting 'mysql-ca' names a file that can't be read: none",
                "redis-ca | none | setting 'redis-ca' names a file that can't be read: none",
                "static | none | setting 'static' names a folder that can't be read: none",
                "images | none | setting 'images' names a folder that can't be read: none",
                "nothing-file | secret | unknown setting 'nothing-file'",
                "session.idel | 1m | unknown setting 'session.idel'; did you mean 'session.idle'?",
                "colour | red | unknown setting 'colour'"
            })
    void aWrongValueIsRefusedWithOneThatIsRight(String key, String value, String message) {
        assertEquals(message, refusal(Map.of(key, value)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "20", "20/", "/1s", "20/1s/1s", "20/second"})
    void whatIsNoCountAndTimeIsNoLimit(String limit) {
        assertEquals(
                "setting 'limits.buys-per-user' can't be '" + limit
                        + "': must be a count and a time, such as 20/1s, or 0 for no limit",
                refusal(Map.of("limits.buys-per-user", limit)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1/1s", "1000001/1s", "20/0s", "20/25h"})
    void aLimitHasBounds(String limit) {
        assertEquals(
                "setting 'limits.buys-per-user' can't be '" + limit + "': must be at most 1000000, in 1ms to 24h",
                refusal(Map.of("limits.buys-per-user", limit)));
    }

    @Test
    void aSettingOfAFileThatIsWrongIsSaidWithTheFile() throws IOException {
        Path file = Files.writeString(home.resolve("mine.yaml"), "session:\n  idel: 1m\nport: x\n");
        assertEquals(
                "setting 'port' in " + file + " can't be 'x': must be a number from 0 to 65535; unknown setting"
                        + " 'session.idel' in " + file + "; did you mean 'session.idle'?",
                refusalOfFile(file));
    }

    @Test
    void anUnknownVariableIsNamedWithTheOneThatWasMeant() {
        Map<String, String> environment = Map.of(
                "NIGHTMARKET_PROT", "8",
                "NIGHTMARKET_PORT", "8",
                "NIGHTMARKET_TOKEN_SECRET_FILE", "x",
                "NIGHTMARKET_JAVA_OPTS", "",
                "NIGHTMARKET_TEST_REDIS", "x",
                "HOME", "/");
        assertEquals(
                List.of("The variable NIGHTMARKET_PROT is unknown and has no effect; did you mean"
                        + " 'NIGHTMARKET_PORT'?"),
                new ConfigLoader(home, environment).unknownVariables());
    }

    private static final String TAB =
            "found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)";

    @Test
    void aFileThatCanNotBeReadIsSaidWithTheReason() throws IOException {
        assertEquals(
                "the configuration file " + home.resolve("none.yaml") + " does not exist",
                refusalOfFile(home.resolve("none.yaml")));
        assertEquals("the configuration file " + home + " is a folder", refusalOfFile(home));
        Path broken = Files.writeString(home.resolve("broken.yaml"), "port: 8080\nsession:\n  idle: [30m\nhost: a\n");
        String message = refusalOfFile(broken);
        assertTrue(message.startsWith("the configuration file " + broken + " is no YAML in line 4: "), message);
        assertEquals(1, message.lines().count(), message);
        Path tab = Files.writeString(home.resolve("tab.yaml"), "port: 1\n\thost: a\n");
        assertTrue(refusalOfFile(tab).endsWith(" is no YAML in line 2: " + TAB), refusalOfFile(tab));
    }

    /** A secret by file, unquoted, and the same text by the environment. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0123456701234567012345670123456701234567012345670123",
                "12345678901234567890123456789012",
                "0x12345678901234567890123456789012",
                "0o1234567012345670123456701234567",
                "1234567890_1234567890_1234567890",
                "+12345678901234567890123456789012",
                "1234567890123456789012345678901e5",
                "12345678901234567890123456789.010",
                "12345678901234567890123456789:59:59",
                "2026-11-28T01:02:03.123456789012Z",
                "yes-no-on-off-true-false-null-~-~-~",
                "abcdefghijklmnopqrstuvwxyz#0123456",
                "a:b:c:d:e:f:g:h:i:j:k:l:m:n:o:p:q"
            })
    void aValueOfTheFileIsTheTextThatStandsThere(String secret) throws IOException {
        for (String quote : List.of("", "\"", "'")) {
            Path file = Files.writeString(
                    home.resolve("s.yaml"), "token:\n  previous-secret: " + quote + secret + quote + "\n");
            AppConfig byFile = new ConfigLoader(home, Map.of()).load(file, Map.of());
            assertEquals(secret, byFile.secrets().previous());
            assertEquals(
                    load(Map.of("NIGHTMARKET_TOKEN_PREVIOUS_SECRET", secret), Map.of())
                            .secrets()
                            .previous(),
                    byFile.secrets().previous());
        }
    }

    /** A row is a setting, a value and how it may be written in the file as well; what is refused there is refused in a variable. */
    @ParameterizedTest
    @CsvSource({
        "port, 8_080",
        "port, 0x1F90",
        "port, 010_0.5",
        "port, 8080.0",
        "port, 8e3",
        "port, 1:30",
        "docs, yes",
        "docs, on",
        "docs, Y",
        "docs, 1",
        "session.idle, 1:30:00",
        "session.idle, 30"
    })
    void whatIsRefusedInAVariableIsRefusedInTheFile(String key, String value) throws IOException {
        Path file = Files.writeString(home.resolve("v.yaml"), key + ": " + value + "\n");
        String byFile = refusalOfFile(file).replace(" in " + file, "");
        assertEquals(refusal(Map.of(key, value)), byFile);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "True", "TRUE"})
    void aFlagIsTrueHoweverItIsWritten(String flag) throws IOException {
        Path file = Files.writeString(home.resolve("f.yaml"), "docs: " + flag + "\n");
        assertTrue(new ConfigLoader(home, Map.of())
                .load(file, Map.of())
                .http()
                .pages()
                .docs());
        assertTrue(
                load(Map.of("NIGHTMARKET_DOCS", flag), Map.of()).http().pages().docs());
    }

    /** A row is the file, with / for ends of lines, and the line that is named. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "limits:/  buys-per-user: nonsense/limits:/  connections: 10 | 3",
                "port: 1/host: a/port: 2 | 3",
                "port: 1/\"port\": 2 | 2",
                "limits:/  connections: 10/limits.connections: 20 | 3",
                "limits.connections: 20/limits: {connections: 10} | 2",
                "a: &a {port: 1}/<<: *a | 0",
                "a: &a/  b: *a | 0",
                "port: 1/host: a\u0007b | 0",
                "a: {<<: {port: 1}} | 1",
                "token:/  secret: !x!0123456789abcdef0123456789abcdef | 2",
                "token:/  secret: &0123456789abcdef0123456789abcdef | 2",
                "token:/  secret: !0123456789abcdef0123456789abcdef | 2",
                "token:/  secret: *0123456789abcdef0123456789abcdef | 2",
                "token:/  secret: [0123456789abcdef0123456789abcdef] | 2",
                "token:/  secret: !!binary MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY= | 2",
                "token:/  secret: %abc | 2",
                "token:/  secret: @abc | 2",
                "token:/  secret: a: b | 2",
                "trusted-proxies:/- 10.0.0.1/- a: b | 3",
                "trusted-proxies:/- 10.0.0.1/- | 3",
                "trusted-proxies: [[10.0.0.1]] | 1",
                "port/host | 1",
                "- port: 1 | 1",
                "? [port]/: 1 | 1",
                "port: 1/---/host: a | 2",
                "port: 1/\thost: a | 2",
                "port: 1/ host: a | 2"
            })
    void whatYamlWouldDropOrReplaceIsRefusedWithItsLine(String text, int line) throws IOException {
        Path file = Files.writeString(
                home.resolve("r.yaml"), text.replace("/", "\n").replace("\\t", "\t") + "\n");
        String message = refusalOfFile(file);
        assertTrue(
                line == 0 ? message.contains(" is no YAML that can be used") : message.contains(" line " + line),
                message);
        assertFalse(message.contains("unknown setting"), message);
        assertEquals(1, message.lines().count(), message);
        assertFalse(message.contains("0123456789abcdef0123456789abcdef"), message);
    }

    @Test
    void whatIsLeftEmptyIsLeftOut() throws IOException {
        for (String text : List.of(
                "", "# nothing\n", "---\n", "~\n", "port:\nlimits:\n", "port: ~\nhost: null\n", "\ufeffport: 8080\n")) {
            Path file = Files.writeString(home.resolve("e.yaml"), text);
            assertEquals(
                    8080,
                    new ConfigLoader(home, Map.of()).load(file, Map.of()).http().port(),
                    text);
        }
    }

    @Test
    void aValueMayBeNamedOnceAndMeantTwice() throws IOException {
        Path file = Files.writeString(
                home.resolve("a.yaml"),
                "session:\n  idle: &time 5m\ntrusted-proxies: [10.0.0.1, fd00::/8]\nhost: &h a\n");
        AppConfig config = new ConfigLoader(home, Map.of()).load(file, Map.of());
        assertEquals(Duration.ofMinutes(5), config.sessions().idle());
        assertTrue(config.http().trustedProxies().contain(InetAddress.ofLiteral("fd00::1")));
    }

    private String refusalOfFile(Path file) {
        return String.valueOf(assertThrows(
                        ConfigException.class, () -> new ConfigLoader(home, Map.of()).load(file, Map.of()))
                .getMessage());
    }

    @Test
    void aCommandOnTheEmbeddedServersIsRefusedWhereThereAreNone() {
        assertEquals(
                home.resolve("data").toAbsolutePath().normalize(),
                new ConfigLoader(home, Map.of()).embeddedData(null, Map.of()));
        for (ConfigLoader loader :
                List.of(new ConfigLoader(home, REAL), new ConfigLoader(home, Map.of(), Edition.DISTRIBUTION))) {
            String message =
                    String.valueOf(assertThrows(ConfigException.class, () -> loader.embeddedData(null, Map.of()))
                            .getMessage());
            assertTrue(message.startsWith("this is about the servers that Night Market brings along, and "), message);
        }
    }

    @Test
    void theNodesShareWhatWouldHarmWhereItDiffered() {
        assertEquals(
                Map.of(
                        "adapters.lock", "mysql",
                        "adapters.ids", "redis",
                        "adapters.queue", "redis",
                        "adapters.cache", "redis",
                        "sale.shards", "4",
                        "payments.gateway", "sandbox",
                        "payments.pay-within", "900000ms",
                        "time-zone", "Asia/Shanghai",
                        "token.secret", "d1 d2",
                        "orders.number-secret", "d3"),
                shared(Map.of("adapters.lock", "mysql")));
        Map<String, String> others = shared(Map.of(
                "cluster.enabled", "true", "cluster.name", "mine", "payments.gateway", "off", "time-zone", "UTC"));
        assertEquals("mine", others.get("cluster.name"));
        assertEquals("off", others.get("payments.gateway"));
        assertEquals("0ms", others.get("payments.pay-within"));
        assertEquals("UTC", others.get("time-zone"));
    }

    private Map<String, String> shared(Map<String, String> options) {
        return SharedSettings.of(
                load(Map.of(), options), Map.of("token.secret", "d1 d2", "orders.number-secret", "d3"));
    }

    @Test
    void aSecretOfFewDifferentCharactersIsRefusedUnlessItIsThatOfBefore() {
        for (String guessed : List.of("a".repeat(32), "changeme".repeat(8), "0123456".repeat(6))) {
            assertTrue(
                    refusal(Map.of("token.secret", guessed)).contains("different characters and can be guessed"),
                    guessed);
        }
        for (String random : List.of("0123456789abcdef0123456789abcdef", "8842 9017 5530 7716 2904 8365 11")) {
            assertEquals(
                    random,
                    load(Map.of(), Map.of("token.secret", random)).secrets().token());
        }
        AppConfig.Secrets next = load(
                        Map.of(),
                        Map.of(
                                "token.secret", SECRET,
                                "token.previous-secret", "a".repeat(32),
                                "orders.number-secret", "a".repeat(32)))
                .secrets();
        assertEquals(new AppConfig.Secrets(SECRET, "a".repeat(32), "a".repeat(32)), next);
    }

    @Test
    void metricsAreServedWhereAPortIsNamed() {
        assertFalse(load(Map.of(), Map.of()).metrics().enabled());
        assertEquals(
                new AppConfig.Metrics("10.0.0.7", 9090),
                load(Map.of(), Map.of("metrics.host", "10.0.0.7", "metrics.port", "9090"))
                        .metrics());
    }

    @Test
    void aUserAloneIsLimitedUnlessToldOtherwise() {
        RateLimit usual = new RateLimit(20, Duration.ofSeconds(1));
        assertEquals(
                new HttpConfig.PurchaseRates(RateLimit.NONE, usual, RateLimit.NONE, usual),
                load(Map.of(), Map.of()).http().buying());
        Map<String, String> answered = Map.of(
                "limits.buys-per-address",
                "300/1m",
                "limits.buys-per-user",
                "0",
                "limits.buys-per-sale",
                "50000/500ms",
                "limits.orders-per-user",
                "5/1s");
        assertEquals(
                new HttpConfig.PurchaseRates(
                        new RateLimit(300, Duration.ofMinutes(1)),
                        RateLimit.NONE,
                        new RateLimit(50_000, Duration.ofMillis(500)),
                        new RateLimit(5, Duration.ofSeconds(1))),
                load(Map.of(), answered).http().buying());
    }

    @Test
    void readersAreNotLimitedUnlessToldSo() {
        assertEquals(
                new HttpConfig.ReadRates(
                        RateLimit.NONE,
                        RateLimit.NONE,
                        RateLimit.NONE,
                        RateLimit.NONE,
                        new RateLimit(60, Duration.ofSeconds(10))),
                load(Map.of(), Map.of()).http().reading());
        Map<String, String> answered = Map.of(
                "limits.reads-per-address", "50/1s",
                "limits.reads-per-shop", "9000/1s",
                "limits.searches-per-address", "2/1s",
                "limits.users-per-address", "3/1s",
                "limits.order-pages-per-user", "7/2s");
        assertEquals(
                new HttpConfig.ReadRates(
                        new RateLimit(50, Duration.ofSeconds(1)),
                        new RateLimit(9_000, Duration.ofSeconds(1)),
                        new RateLimit(2, Duration.ofSeconds(1)),
                        new RateLimit(3, Duration.ofSeconds(1)),
                        new RateLimit(7, Duration.ofSeconds(2))),
                load(Map.of(), answered).http().reading());
    }

    @Test
    void strangersAreLimitedWithRealServersUnlessToldOtherwise() {
        RateLimit searches = new RateLimit(20, Duration.ofSeconds(4));
        RateLimit users = new RateLimit(200, Duration.ofSeconds(4));
        HttpConfig.LoginRates logins = new HttpConfig.LoginRates(
                new RateLimit(20, Duration.ofSeconds(1)), new RateLimit(50, Duration.ofSeconds(1)));
        AppConfig shipped = new ConfigLoader(home, REAL).load(SHIPPED, Map.of());
        for (AppConfig config : List.of(load(REAL, Map.of()), shipped)) {
            assertEquals(searches, config.http().reading().searches());
            assertEquals(users, config.http().reading().users());
            assertEquals(logins, config.http().logins());
        }
        assertEquals(
                RateLimit.NONE,
                load(REAL, Map.of("limits.searches-per-address", "0"))
                        .http()
                        .reading()
                        .searches());
        assertEquals(
                RateLimit.NONE,
                load(REAL, Map.of("limits.users-per-address", "0"))
                        .http()
                        .reading()
                        .users());
    }

    @Test
    void phonesAreThoseOfTheMainlandUnlessAPatternIsGiven() {
        assertTrue(phones(Map.of()).parse("13912345678").isPresent());
        assertFalse(phones(Map.of()).parse("91234567").isPresent());
        PhoneFormat hongKong = phones(Map.of("accounts.phones", "[2-9][0-9]{7}"));
        assertFalse(hongKong.parse("13912345678").isPresent());
        assertTrue(hongKong.parse("91234567").isPresent());
    }

    private PhoneFormat phones(Map<String, String> options) {
        return load(Map.of(), options).http().phones();
    }

    @Test
    void nobodyIsATrustedProxyUnlessNamed() throws IOException {
        InetAddress proxy = InetAddress.ofLiteral("10.1.2.3");
        assertFalse(load(Map.of(), Map.of()).http().trustedProxies().contain(proxy));
        assertTrue(load(Map.of("NIGHTMARKET_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8"), Map.of())
                .http()
                .trustedProxies()
                .contain(proxy));
        Path file = Files.writeString(home.resolve("list.yaml"), "trusted-proxies:\n- 127.0.0.1\n- 10.0.0.0/8\n");
        assertTrue(new ConfigLoader(home, Map.of())
                .load(file, Map.of())
                .http()
                .trustedProxies()
                .contain(proxy));
        assertEquals(
                "in setting 'trusted-proxies' 'nginx.example' is neither an IP address nor a range of them such as"
                        + " 10.0.0.0/8",
                refusal(Map.of("trusted-proxies", "127.0.0.1,nginx.example")));
    }

    @Test
    void realServersNeedASecretOfTheirOwn() {
        Map<String, String> addresses = Map.of("redis", "redis://x", "mysql", "mysql://u@y/db");
        ConfigException thrown = assertThrows(ConfigException.class, () -> load(Map.of(), addresses));
        assertTrue(String.valueOf(thrown.getMessage()).contains("token.secret"));
        assertFalse(load(Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET), addresses).embedded());
    }

    @Test
    void aSettingMayLieInAFile() throws IOException {
        Files.writeString(home.resolve("secret"), "\n" + SECRET + " \n");
        assertEquals(
                SECRET,
                load(Map.of("NIGHTMARKET_TOKEN_SECRET_FILE", "secret"), Map.of())
                        .secrets()
                        .token());
        assertEquals(
                SECRET,
                load(Map.of("NIGHTMARKET_TOKEN_SECRET", "of the environment"), Map.of("token.secret-file", "secret"))
                        .secrets()
                        .token());
        Path file = Files.writeString(
                home.resolve("mine.yaml"), "token:\n  secret: \"\"\n  secret-file: " + home.resolve("secret") + "\n");
        assertEquals(
                SECRET,
                new ConfigLoader(home, Map.of()).load(file, Map.of()).secrets().token());
        String other = SECRET.replace('0', '1');
        assertEquals(
                other,
                new ConfigLoader(home, Map.of("NIGHTMARKET_TOKEN_SECRET", other))
                        .load(file, Map.of())
                        .secrets()
                        .token());
    }

    @Test
    void aFileOfASettingIsReadOrRefused() throws IOException {
        assertEquals(
                "setting 'token.secret-file' names a file that can't be read: none",
                refusal(Map.of("NIGHTMARKET_TOKEN_SECRET_FILE", "none"), Map.of()));
        Files.writeString(home.resolve("secret"), SECRET);
        assertEquals(
                "give 'token.secret' or 'token.secret-file', not both",
                refusal(Map.of(), Map.of("token.secret", SECRET, "token.secret-file", "secret")));
    }

    @Test
    void aCommandOnTheDatabaseReadsTheAddressFromAFile() throws IOException {
        Files.writeString(home.resolve("address"), "mysql://u:p@m/db\n");
        assertEquals(
                Optional.of(new AppConfig.Servers("", "mysql://u:p@m/db")),
                new ConfigLoader(home, Map.of("NIGHTMARKET_MYSQL_FILE", "address"))
                        .forCommand(null, Map.of())
                        .servers());
    }

    @Test
    void anEmbeddedNodeServesItsOwnMachineOnly() {
        assertEquals("127.0.0.1", load(Map.of(), Map.of()).http().host());
        assertEquals("0.0.0.0", load(Map.of(), Map.of("host", "0.0.0.0")).http().host());
        assertEquals("0.0.0.0", load(REAL, Map.of()).http().host());
        assertEquals("10.0.0.7", load(REAL, Map.of("host", "10.0.0.7")).http().host());
    }

    @Test
    void aClusterOnRealServersHasANameOfItsOwn() {
        Map<String, String> clustered = Map.of("cluster.enabled", "true");
        assertEquals(
                "with real servers a cluster needs a 'cluster.name' of its own, the same on all its nodes:"
                        + " 'night-market' is public",
                refusal(REAL, clustered));
        assertEquals("night-market", load(Map.of(), clustered).cluster().name());
        assertEquals(
                "mine",
                load(REAL, Map.of("cluster.enabled", "true", "cluster.name", "mine"))
                        .cluster()
                        .name());
    }

    @Test
    void theKeyStoreOfAClusterNeedsAPassword() throws IOException {
        Path store = Files.writeString(home.resolve("keys.p12"), "");
        assertTrue(Files.exists(Files.writeString(home.resolve("password"), "pw")));
        assertEquals(Optional.empty(), load(Map.of(), Map.of()).cluster().tls());
        AppConfig.Cluster.Tls tls =
                new AppConfig.Cluster.Tls(store.toAbsolutePath().normalize(), "pw");
        assertEquals(
                Optional.of(tls),
                load(Map.of(), Map.of("cluster.tls.key-store", "keys.p12", "cluster.tls.password", "pw"))
                        .cluster()
                        .tls());
        assertFalse(tls.toString().contains("pw"));
        assertEquals(
                "'cluster.tls.key-store' needs 'cluster.tls.password'",
                refusal(Map.of(), Map.of("cluster.tls.key-store", "keys.p12")));
        assertEquals(
                "'cluster.tls.password' needs 'cluster.tls.key-store'",
                refusal(Map.of(), Map.of("cluster.tls.password", "pw")));
        assertEquals(
                "'cluster.tls.password' needs 'cluster.tls.key-store'",
                refusal(Map.of("NIGHTMARKET_CLUSTER_TLS_PASSWORD_FILE", "password"), Map.of()));
    }

    @Test
    void filesOfCertificatesMustBeThere() throws IOException {
        Path file =
                Files.writeString(home.resolve("ca.pem"), "").toAbsolutePath().normalize();
        AppConfig config = load(
                REAL,
                Map.of(
                        "redis", "rediss://r",
                        "mysql-ca", "ca.pem",
                        "mysql-tls", "verify-ca",
                        "redis-ca", "ca.pem"));
        assertEquals(
                new MySqlTls(MySqlTls.Mode.VERIFY_CA, Optional.of(file)),
                config.mysql().tls());
        assertEquals(Optional.of(file), config.redis().ca());
        assertEquals(MySqlTls.AUTO, load(Map.of(), Map.of()).mysql().tls());
        assertEquals(
                "setting 'cluster.tls.key-store' names a file that can't be read: none",
                refusal(Map.of("NIGHTMARKET_CLUSTER_TLS_PASSWORD", "pw"), Map.of("cluster.tls.key-store", "none")));
        assertEquals(
                "'mysql-ca' is not used with 'mysql-tls' off: remove one of both",
                refusal(Map.of(), Map.of("mysql-ca", "ca.pem", "mysql-tls", "off")));
    }

    @Test
    void codesLeaveThePrivateNetworkEncryptedOnly() {
        String encryption = "'sms.url' must begin with https://, or name a loopback or private address";
        for (String bad : List.of(
                "http://sms.example/send",
                "http://203.0.113.9/send",
                "http://localhost.example/",
                "http://[2001:db8::1]/")) {
            assertEquals(encryption, refusal(Map.of(), Map.of("sms.url", bad)), bad);
        }
        for (String good : List.of(
                "console",
                "https://sms.example/send",
                "http://localhost:8099/send",
                "http://127.0.0.1:8099/send",
                "http://10.0.0.9/send",
                "http://192.168.1.9/send",
                "http://[fd00::9]/send",
                "http://[::1]:8099/send")) {
            assertEquals(good, load(Map.of(), Map.of("sms.url", good)).sms().url());
        }
    }

    @Test
    void theSecretOfTheGatewayFitsIntoAHeaderAndIsNotShown() {
        AppConfig.Sms sms =
                load(Map.of("NIGHTMARKET_SMS_SECRET", "open-sesame"), Map.of()).sms();
        assertEquals("open-sesame", sms.secret());
        assertFalse(sms.toString().contains("open-sesame"));
        assertEquals(
                "'sms.secret' has printable ASCII characters only, and no blanks",
                refusal(Map.of(), Map.of("sms.secret", "a\r\nb")));
    }

    @Test
    void theDistributionServesNoDocumentationUnlessItIsAskedFor() {
        ConfigLoader distribution = new ConfigLoader(home, REAL, Edition.DISTRIBUTION);
        assertFalse(distribution.load(null, Map.of()).http().pages().docs());
        assertFalse(distribution.load(null, Map.of("docs", "")).http().pages().docs());
        assertTrue(
                distribution.load(null, Map.of("docs", "true")).http().pages().docs());
        assertTrue(load(REAL, Map.of()).http().pages().docs());
    }

    private String refusal(Map<String, String> environment, Map<String, String> options) {
        return String.valueOf(assertThrows(ConfigException.class, () -> load(environment, options))
                .getMessage());
    }

    @Test
    void theDocumentationIsServedUnlessSaidOtherwise() {
        assertEquals(
                new HttpConfig.WebPages(true, Optional.empty(), Optional.empty()),
                load(Map.of(), Map.of()).http().pages());
        assertFalse(load(Map.of("NIGHTMARKET_DOCS", "false"), Map.of())
                .http()
                .pages()
                .docs());
        ConfigException thrown =
                assertThrows(ConfigException.class, () -> load(Map.of("NIGHTMARKET_DOCS", "maybe"), Map.of()));
        assertTrue(String.valueOf(thrown.getMessage()).contains("'docs'"));
    }

    @Test
    void aStaticFolderMustBeOneThatCanBeRead() throws IOException {
        Path site = Files.createDirectory(home.resolve("site"));
        assertEquals(
                Optional.of(site.toAbsolutePath().normalize()),
                load(Map.of("NIGHTMARKET_STATIC", "site"), Map.of())
                        .http()
                        .pages()
                        .site());
        Files.writeString(home.resolve("file"), "no folder");
        Files.createSymbolicLink(home.resolve("dangling"), home.resolve("gone"));
        for (String bad : List.of("file", "dangling", "a\0b")) {
            assertEquals("setting 'static' names a folder that can't be read: " + bad, refusal(Map.of("static", bad)));
        }
    }

    @Test
    void noSecretIsShown() {
        AppConfig config = load(
                Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET),
                Map.of("redis", "redis://:pw@x", "mysql", "mysql://u:pw@y/db"));
        String shown = config.toString() + config.servers();
        assertFalse(shown.contains("pw") || shown.contains(SECRET), shown);
    }

    private AppConfig load(Map<String, String> environment, Map<String, String> options) {
        return new ConfigLoader(home, environment).load(null, options);
    }

    private static void collect(String prefix, JsonNode node, Set<String> keys) {
        node.properties().forEach(member -> {
            String key = prefix.isEmpty() ? member.getKey() : prefix + '.' + member.getKey();
            if (member.getValue().isObject()) {
                collect(key, member.getValue(), keys);
            } else {
                keys.add(key);
            }
        });
    }

    private String refusal(Map<String, String> options) {
        return String.valueOf(assertThrows(ConfigException.class, () -> load(Map.of(), options))
                .getMessage());
    }

    private String refusalOfADistribution(Map<String, String> options) {
        ConfigLoader loader = new ConfigLoader(home, Map.of(), Edition.DISTRIBUTION);
        return String.valueOf(assertThrows(ConfigException.class, () -> loader.load(null, options))
                .getMessage());
    }
}
