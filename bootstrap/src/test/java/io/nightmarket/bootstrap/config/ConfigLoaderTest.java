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
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlTls;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigLoaderTest {
    private static final Path SHIPPED = Path.of("..", "conf", "application.yaml");
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Map<String, String> REAL = Map.of(
            "NIGHTMARKET_REDIS", "redis://r",
            "NIGHTMARKET_MYSQL", "mysql://u@m/db",
            "NIGHTMARKET_TOKEN_SECRET", SECRET);

    @TempDir
    private Path home;

    /** Files that settings name. */
    @BeforeEach
    void write() throws IOException {
        for (String name : List.of("ca.pem", "keys.p12", "node.crt", "node.key", "file")) {
            var _ = Files.writeString(home.resolve(name), name);
        }
        var _ = Files.writeString(home.resolve("password"), "pw");
        var _ = Files.writeString(home.resolve("secret"), "\n" + SECRET + " \n");
        var _ = Files.createDirectory(home.resolve("site"));
        var _ = Files.createSymbolicLink(home.resolve("dangling"), home.resolve("gone"));
    }

    private Path at(String name) {
        return home.resolve(name).toAbsolutePath().normalize();
    }

    private AppConfig load(Map<String, String> environment, Map<String, String> options) {
        return new ConfigLoader(home, environment).load(null, options);
    }

    /** By settings as the rows of a table have them: variables, keys, or "real" for {@link #REAL}. */
    private AppConfig load(String settings) {
        Map<String, String> environment = new HashMap<>();
        Map<String, String> options = new HashMap<>();
        for (String setting : settings.split(" (?=[\\w.-]+=)", -1)) {
            String[] pair = setting.split("=", 2);
            if (setting.startsWith("real")) {
                environment.putAll(REAL);
            } else if (pair.length > 1) {
                (setting.startsWith("NIGHTMARKET") ? environment : options).put(pair[0], pair[1]);
            }
        }
        return load(environment, options);
    }

    private AppConfig loadFile(String text) throws IOException {
        return new ConfigLoader(home, Map.of()).load(Files.writeString(home.resolve("mine.yaml"), text), Map.of());
    }

    private String refusal(String settings) {
        return String.valueOf(
                assertThrows(ConfigException.class, () -> load(settings)).getMessage());
    }

    private String refusalOfFile(Path file) {
        return String.valueOf(assertThrows(
                        ConfigException.class, () -> new ConfigLoader(home, Map.of()).load(file, Map.of()))
                .getMessage());
    }

    private String refusalOfFile(String text) throws IOException {
        return refusalOfFile(Files.writeString(home.resolve("mine.yaml"), text));
    }

    private String refusalOfADistribution(Map<String, String> options) {
        ConfigLoader loader = new ConfigLoader(home, Map.of(), Edition.DISTRIBUTION);
        return String.valueOf(assertThrows(ConfigException.class, () -> loader.load(null, options))
                .getMessage());
    }

    /** The part of the configuration that these components lead to, limits as a count and a time. */
    private static String part(Object config, String components) throws ReflectiveOperationException {
        Object part = config;
        for (String component : components.split("[.]", -1)) {
            part = part.getClass().getMethod(component).invoke(part);
        }
        return String.valueOf(part).replaceAll("RateLimit\\[count=(\\d+), per=PT([\\w.]+)]", "$1/$2");
    }

    /** A row is settings, a part of the configuration, and the part. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    -                                       | embedded              | true
                    -                                       | http.port             | 8080
                    -                                       | http.host             | 127.0.0.1
                    host=0.0.0.0                            | http.host             | 0.0.0.0
                    real                                    | http.host             | 0.0.0.0
                    real host=10.0.0.7                      | http.host             | 10.0.0.7
                    -                                       | sale.epochMaxAge      | Auto[]
                    sale.epoch-max-age=unbounded            | sale.epochMaxAge      | Unbounded[]
                    NIGHTMARKET_SALE_EPOCH_MAX_AGE=20s      | sale.epochMaxAge      | Limited[limit=PT20S]
                    NIGHTMARKET_SESSION_IDLE=5m             | sessions.idle         | PT5M
                    adapters.lock=mysql adapters.queue=mysql | adapters | Adapters[lock=MYSQL, ids=REDIS, queue=MYSQL, cache=REDIS]
                    adapters.ids=mysql adapters.cache=local | adapters | Adapters[lock=REDIS, ids=MYSQL, queue=REDIS, cache=LOCAL]
                    -                                       | metrics.enabled       | true
                    metrics.host=localhost                  | metrics.enabled       | true
                    metrics.host=10.0.0.7                   | metrics.enabled       | false
                    metrics.port=0                          | metrics.enabled       | false
                    metrics.host=10.0.0.7 metrics.port=9090 | metrics               | Metrics[host=10.0.0.7, port=Optional[9090]]
                    -                                       | http.https            | Optional.empty
                    -                                       | cluster.tls           | Optional.empty
                    cluster.enabled=true                    | cluster.name          | night-market
                    real cluster.enabled=true cluster.name=mine | cluster.name      | mine
                    - | http.pages | WebPages[docs=true, site=Optional.empty, images=Optional.empty, codes=true]
                    real                                    | http.pages.docs       | true
                    NIGHTMARKET_DOCS=false                  | http.pages.docs       | false
                    token.secret=01234567012345670123456701234567 | secrets.token | 01234567012345670123456701234567
                    NIGHTMARKET_SMS_SECRET=open-sesame      | sms.secret            | open-sesame
                    sms.url=console                         | sms.url               | console
                    sms.url=https://sms.example/send        | sms.url               | https://sms.example/send
                    sms.url=http://localhost:8099/send      | sms.url               | http://localhost:8099/send
                    sms.url=http://127.0.0.1:8099/send      | sms.url               | http://127.0.0.1:8099/send
                    sms.url=http://10.0.0.9/send            | sms.url               | http://10.0.0.9/send
                    sms.url=http://192.168.1.9/send         | sms.url               | http://192.168.1.9/send
                    sms.url=http://[fd00::9]/send           | sms.url               | http://[fd00::9]/send
                    sms.url=http://[::1]:8099/send          | sms.url               | http://[::1]:8099/send
                    - | http.connections | Connections[total=20000, perAddress=2000, requestTimeout=PT10S]
                    limits.connections=0 limits.connections-per-address=5 limits.request-timeout=3s | http.connections \
                    | Connections[total=0, perAddress=5, requestTimeout=PT3S]
                    - | http.buying | PurchaseRates[perAddress=0/1S, perUser=20/1S, perSale=0/1S, orders=20/1S]
                    limits.buys-per-address=300/1m limits.buys-per-user=0 limits.buys-per-sale=50000/500ms \
                    limits.orders-per-user=5/1s | http.buying \
                    | PurchaseRates[perAddress=300/1M, perUser=0/1S, perSale=50000/0.5S, orders=5/1S]
                    - | http.reading | ReadRates[perAddress=0/1S, perShop=0/1S, searches=0/1S, users=0/1S, orderPages=60/10S]
                    limits.reads-per-address=50/1s limits.reads-per-shop=9000/1s limits.searches-per-address=2/1s \
                    limits.users-per-address=3/1s limits.order-pages-per-user=7/2s | http.reading \
                    | ReadRates[perAddress=50/1S, perShop=9000/1S, searches=2/1S, users=3/1S, orderPages=7/2S]
                    real                                    | http.reading.searches | 20/4S
                    real                                    | http.reading.users    | 200/4S
                    real limits.searches-per-address=0      | http.reading.searches | 0/1S
                    real limits.users-per-address=0         | http.reading.users    | 0/1S
                    real                                    | http.logins           | LoginRates[perAddress=20/1S, codes=50/1S]
                    """)
    void aPartIsAsTheSettingsSay(String settings, String components, String part) throws Exception {
        assertEquals(part, part(load(settings), components));
    }

    /** A row is settings of which at least one is wrong, and what is said. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    session.idle=30 minutes | setting 'session.idle' can't be '30 minutes': write 500ms, 2s, 30m or 168h
                    mysql-timeout=x ms | setting 'mysql-timeout' can't be 'x ms': write 500ms, 2s, 30m or 168h
                    port=abc | setting 'port' can't be 'abc': must be a number from 0 to 65535
                    sale.shards=-1 | setting 'sale.shards' can't be '-1': must be a number from 1 to 64
                    time-zone=Mars/Olympus | setting 'time-zone' can't be 'Mars/Olympus': must be a time zone, such as Asia/Shanghai or UTC
                    adapters.lock=zookeeper | setting 'adapters.lock' can't be 'zookeeper': must be one of redis, mysql
                    adapters.cache=local cluster.enabled=true | 'adapters.cache' can be local for a node alone, not in a cluster
                    mysql-tls=required | setting 'mysql-tls' can't be 'required': must be one of auto, verify-identity, verify-ca, off
                    accounts.phones=[2-9 | setting 'accounts.phones' can't be '[2-9': must be a regular expression, such as [2-9][0-9]{7}
                    sale.audit=0s | setting 'sale.audit' must be 100ms or more
                    people.visitors-keep=0s | setting 'people.visitors-keep' must be 86400000ms or more
                    sale.durable-wait=4001ms | setting 'sale.durable-wait' must be 4000ms or less
                    token.secret=short | 'token.secret' needs at least 32 characters
                    token.previous-secret=short | 'token.previous-secret' needs at least 32 characters
                    orders.number-secret=short | 'orders.number-secret' needs at least 32 characters
                    token.secret=0123456789abcdef0123456789abcdef token.secret-file=secret | give 'token.secret' or 'token.secret-file', not both
                    NIGHTMARKET_TOKEN_SECRET_FILE=none | setting 'token.secret-file' names a file that can't be read: none
                    mysql-ca=none | setting 'mysql-ca' names a file that can't be read: none
                    mysql-ca=ca.pem mysql-tls=off | 'mysql-ca' is not used with 'mysql-tls' off: remove one of both
                    redis-ca=none | setting 'redis-ca' names a file that can't be read: none
                    static=none | setting 'static' names a folder that can't be read: none
                    static=file | setting 'static' names a folder that can't be read: file
                    static=dangling | setting 'static' names a folder that can't be read: dangling
                    static=a\0b | setting 'static' names a folder that can't be read: a\0b
                    images=none | setting 'images' names a folder that can't be read: none
                    nothing-file=secret | unknown setting 'nothing-file'
                    session.idel=1m | unknown setting 'session.idel'; did you mean 'session.idle'?
                    colour=red | unknown setting 'colour'
                    trusted-proxies=127.0.0.1,nginx.example | in setting 'trusted-proxies' 'nginx.example' is neither an IP address \
                    nor a range of them such as 10.0.0.0/8
                    real cluster.enabled=true | with real servers a cluster needs a 'cluster.name' of its own, the same on all its nodes: \
                    'night-market' is public
                    cluster.name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | 'cluster.name' has 1 to 64 characters and no blanks
                    cluster.tls.key-store=keys.p12 | 'cluster.tls.key-store' needs 'cluster.tls.password'
                    cluster.tls.password=pw | 'cluster.tls.password' needs 'cluster.tls.key-store'
                    NIGHTMARKET_CLUSTER_TLS_PASSWORD_FILE=password | 'cluster.tls.password' needs 'cluster.tls.key-store'
                    NIGHTMARKET_CLUSTER_TLS_PASSWORD=pw cluster.tls.key-store=none | setting 'cluster.tls.key-store' names a file that \
                    can't be read: none
                    sms.url=http://sms.example/send | 'sms.url' must begin with https://, or name a loopback or private address
                    sms.url=http://203.0.113.9/send | 'sms.url' must begin with https://, or name a loopback or private address
                    sms.url=http://localhost.example/ | 'sms.url' must begin with https://, or name a loopback or private address
                    sms.url=http://[2001:db8::1]/ | 'sms.url' must begin with https://, or name a loopback or private address
                    payments.gateway=http payments.url=http://pay.example payments.secret=0123456789abcdef0123456789abcdef | 'payments.url' must begin with https://, or name a \
                    loopback or private address
                    payments.gateway=http payments.url=https://pay.example payments.secret=short | 'payments.gateway' http needs \
                    'payments.secret', of at least 32 characters
                    payments.gateway=http payments.secret=0123456789abcdef0123456789abcdef | 'payments.gateway' http needs 'payments.url', which begins with http:// or https:// \
                    and names a host, without user, query and fragment
                    payments.gateway=http payments.url=https://u:p@pay.example payments.secret=0123456789abcdef0123456789abcdef | 'payments.gateway' http needs 'payments.url', which \
                    begins with http:// or https:// and names a host, without user, query and fragment
                    limits.buys-per-user=-1/1s | setting 'limits.buys-per-user' can't be '-1/1s': must be at most 1000000, in 1ms to 24h
                    limits.buys-per-user=1000001/1s | setting 'limits.buys-per-user' can't be '1000001/1s': must be at most 1000000, in 1ms to 24h
                    limits.buys-per-user=20/0s | setting 'limits.buys-per-user' can't be '20/0s': must be at most 1000000, in 1ms to 24h
                    limits.buys-per-user=20/25h | setting 'limits.buys-per-user' can't be '20/25h': must be at most 1000000, in 1ms to 24h
                    """)
    void aWrongValueIsRefusedWithOneThatIsRight(String settings, String message) {
        assertEquals(message, refusal(settings));
    }

    /** A row is settings, and a part of what is said of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sale.epoch-max-age=999ms | 'sale.epoch-max-age'
                    sale.epoch-max-age=never | 'sale.epoch-max-age'
                    limits.request-timeout=0s | 'limits.request-timeout'
                    mysql-timeout=0s | a time-out is longer than nothing
                    https.key-file=node.key | both files
                    https.key-file=node.key https.certificate-file=none.crt | 'https.certificate-file'
                    redis=redis://x mysql=mysql://u@y/db | token.secret
                    NIGHTMARKET_DOCS=maybe | 'docs'
                    token.secret=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | different characters and can be guessed
                    token.secret=changemechangemechangemechangeme | different characters and can be guessed
                    token.secret=012345601234560123456012345601234560123456 | different characters and can be guessed
                    """)
    void aWrongSettingIsNamed(String settings, String part) {
        assertTrue(refusal(settings).contains(part), () -> refusal(settings));
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "20", "20/", "/1s", "20/1s/1s", "20/second"})
    void whatIsNoCountAndTimeIsNoLimit(String limit) {
        assertEquals(
                "setting 'limits.buys-per-user' can't be '" + limit
                        + "': must be a count and a time, such as 20/1s, or 0 for no limit",
                refusal("limits.buys-per-user=" + limit));
    }

    @Test
    void filesAndFoldersAreThoseThatAreNamed() {
        assertEquals(at("data"), load("").data());
        assertEquals(
                Optional.of(at("site")),
                load("NIGHTMARKET_STATIC=site").http().pages().site());
        assertEquals(
                Optional.of(new HttpConfig.Https(at("node.crt"), at("node.key"))),
                load("https.certificate-file=node.crt https.key-file=" + at("node.key"))
                        .http()
                        .https());
        AppConfig.Cluster.Tls tls = new AppConfig.Cluster.Tls(at("keys.p12"), "pw");
        assertEquals(
                Optional.of(tls),
                load("cluster.tls.key-store=keys.p12 cluster.tls.password=pw")
                        .cluster()
                        .tls());
        assertFalse(tls.toString().contains("pw"));
    }

    @Test
    void theSecretOfTheGatewayFitsIntoAHeaderAndIsNotShown() {
        assertFalse(load("NIGHTMARKET_SMS_SECRET=open-sesame").toString().contains("open-sesame"));
        assertEquals("'sms.secret' has printable ASCII characters only, and no blanks", refusal("sms.secret=a\r\nb"));
    }

    @Test
    void thePaymentServiceIsAskedWhereItsAddressBeginsAndItsSecretIsNotShown() {
        AppConfig.Payments payments =
                load("payments.gateway=http payments.url=http://10.0.0.9:8090/pay/ payments.secret=0123456789abcdef0123456789abcdef")
                        .payments();
        assertEquals("http://10.0.0.9:8090/pay", payments.url());
        assertEquals(Duration.ofMinutes(15), payments.payWithin());
        assertTrue(payments.areTaken());
        assertFalse(payments.toString().contains("0123456789abcdef"), payments::toString);
        assertFalse(load("payments.gateway=off").payments().areTaken());
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
        CacheSettings shop =
                load("NIGHTMARKET_CACHE_SHOP_NEAR_TTL=2s cache.shop.strategy=mutex cache.shop.jitter=1s-2s")
                        .caches()
                        .of("shop");
        assertEquals(RefreshStrategy.MUTEX, shop.strategy());
        assertEquals(Duration.ofSeconds(2), shop.nearTtl());
        assertEquals(
                List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), List.of(shop.jitterMin(), shop.jitterMax()));
        String message = refusal("cache.shop.jitter=2s-1s cache.vouchers.soft-ttl=0s cache.fresh=1s");
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
        HttpConfig real = new ConfigLoader(home, REAL).load(SHIPPED, Map.of()).http();
        assertEquals(load("real").http().reading(), real.reading());
        assertEquals(load("real").http().logins(), real.logins());
    }

    @Test
    void whatAnAdapterRefusesOfItsSettingsIsAProblemLikeOthers() {
        String message = refusal(
                "redis=redis://r?ssl=true mysql=mysql://u:p@m/db?useSSL=true mysql-timeout=0s token.secret=short");
        for (String problem : List.of("uri may have the parameters", "has no parameters", "'token.secret' needs")) {
            assertTrue(message.contains(problem), message);
        }
        assertFalse(message.contains("u:p"), message);
    }

    @Test
    void adaptersHaveTheirSettingsAndTheAddressOfTheServersThatRun() {
        AppConfig config =
                load("real redis=rediss://r redis-ca=ca.pem mysql-tls=verify-ca mysql-ca=ca.pem mysql-timeout=700ms"
                        + " sale.settle-timeout=7s mysql-pool-size=3");
        assertEquals(
                new MySqlConfig(
                        "mysql://u@m/db",
                        3,
                        Duration.ofMillis(700),
                        Duration.ofMillis(2_500),
                        Duration.ofSeconds(7),
                        new MySqlTls(MySqlTls.Mode.VERIFY_CA, Optional.of(at("ca.pem")))),
                config.mysql());
        assertEquals(MySqlTls.AUTO, load("").mysql().tls());
        assertEquals(Optional.of(at("ca.pem")), config.redis().ca());
        AppConfig running = load("mysql-pool-size=3")
                .at(new AppConfig.Servers("redis://127.0.0.1:7", "mysql://e@127.0.0.1:8/hmdp"));
        assertEquals("redis://127.0.0.1:7", running.redis().uri());
        assertEquals("mysql://e@127.0.0.1:8/hmdp", running.mysql().uri());
        assertEquals(3, running.mysql().poolSize());
        assertTrue(running.embedded());
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
                "NIGHTMARKET_PROT",
                "8",
                "NIGHTMARKET_PORT",
                "8",
                "NIGHTMARKET_TOKEN_SECRET_FILE",
                "x",
                "NIGHTMARKET_JAVA_OPTS",
                "",
                "NIGHTMARKET_TEST_REDIS",
                "x",
                "HOME",
                "/");
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
            String byFile = loadFile("token:\n  previous-secret: " + quote + secret + quote + "\n")
                    .secrets()
                    .previous();
            assertEquals(secret, byFile);
            assertEquals(
                    load(Map.of("NIGHTMARKET_TOKEN_PREVIOUS_SECRET", secret), Map.of())
                            .secrets()
                            .previous(),
                    byFile);
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
        assertEquals(
                refusal(key + '=' + value),
                refusalOfFile(key + ": " + value + "\n").replace(" in " + home.resolve("mine.yaml"), ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "True", "TRUE"})
    void aFlagIsTrueHoweverItIsWritten(String flag) throws IOException {
        assertTrue(loadFile("docs: " + flag + "\n").http().pages().docs());
        assertTrue(load("NIGHTMARKET_DOCS=" + flag).http().pages().docs());
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
        String message = refusalOfFile(text.replace("/", "\n").replace("\\t", "\t") + "\n");
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
            assertEquals(8080, loadFile(text).http().port(), text);
        }
    }

    @Test
    void aValueMayBeNamedOnceAndMeantTwice() throws IOException {
        AppConfig config = loadFile("session:\n  idle: &time 5m\ntrusted-proxies: [10.0.0.1, fd00::/8]\nhost: &h a\n");
        assertEquals(Duration.ofMinutes(5), config.sessions().idle());
        assertTrue(config.http().trustedProxies().contain(InetAddress.ofLiteral("fd00::1")));
    }

    @Test
    void aCommandOnTheEmbeddedServersIsRefusedWhereThereAreNone() {
        assertEquals(at("data"), new ConfigLoader(home, Map.of()).embeddedData(null, Map.of()));
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
        Map<String, String> paid = shared(Map.of(
                "payments.gateway", "http",
                "payments.url", "https://pay.example",
                "payments.secret", "0123456789abcdef0123456789abcdef"));
        assertEquals("http", paid.get("payments.gateway"));
        assertEquals("900000ms", paid.get("payments.pay-within"));
    }

    private Map<String, String> shared(Map<String, String> options) {
        return SharedSettings.of(
                load(Map.of(), options), Map.of("token.secret", "d1 d2", "orders.number-secret", "d3"));
    }

    @Test
    void aSecretOfFewDifferentCharactersIsRefusedUnlessItIsThatOfBefore() {
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
        assertTrue(loadFile("trusted-proxies:\n- 127.0.0.1\n- 10.0.0.0/8\n")
                .http()
                .trustedProxies()
                .contain(proxy));
    }

    @Test
    void aSettingMayLieInAFile() throws IOException {
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
    void aCommandOnTheDatabaseReadsTheAddressFromAFile() throws IOException {
        Files.writeString(home.resolve("address"), "mysql://u:p@m/db\n");
        assertEquals(
                Optional.of(new AppConfig.Servers("", "mysql://u:p@m/db")),
                new ConfigLoader(home, Map.of("NIGHTMARKET_MYSQL_FILE", "address"))
                        .forCommand(null, Map.of())
                        .servers());
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

    @Test
    void loginCodesAreShownOnThePageOfThisMachineAlone() {
        assertTrue(load(Map.of(), Map.of()).http().pages().codes());
        assertFalse(load(REAL, Map.of()).http().pages().codes(), "real servers");
        assertFalse(
                load(Map.of("NIGHTMARKET_HOST", "0.0.0.0"), Map.of())
                        .http()
                        .pages()
                        .codes(),
                "strangers reach it");
        assertFalse(
                load(Map.of("NIGHTMARKET_STATIC", "."), Map.of()).http().pages().codes(), "another front end");
    }

    @Test
    void noSecretIsShown() {
        AppConfig config = load(
                Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET),
                Map.of("redis", "redis://:pw@x", "mysql", "mysql://u:pw@y/db"));
        String shown = config.toString() + config.servers();
        assertFalse(shown.contains("pw") || shown.contains(SECRET), shown);
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

    @Test
    void settingsInForceAreShownWithoutSecrets() {
        Map<String, String> shown = load("real redis=redis://:p@ss/w@r:6379 sms.url=https://sms/x?token=hidden"
                        + " sms.secret=hidden sale.shards=3 cluster.enabled=true cluster.name=mine cluster.members=10.0.0.5"
                        + " cluster.tls.key-store=keys.p12 cluster.tls.password=hidden")
                .settings();
        assertEquals("redis://***@r:6379", shown.get("redis"));
        assertEquals("mysql://***@m/db", shown.get("mysql"));
        assertEquals("https://sms/x?***", shown.get("sms.url"));
        for (String key : List.of("token.secret", "sms.secret", "cluster.tls.password")) {
            assertEquals("***", shown.get(key), key);
        }
        assertEquals("", shown.get("orders.number-secret"));
        assertEquals("3", shown.get("sale.shards"));
        assertEquals("5s", shown.get("sale.audit"));
        assertEquals(ConfigLoader.keys(), shown.keySet());
        assertFalse(shown.toString().contains("hidden") || shown.toString().contains(SECRET));
    }
}
