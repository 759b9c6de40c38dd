package io.nightmarket.bench.common;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.mysql.MySqlTls;
import io.nightmarket.redis.RedisConfig;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.Parts;
import io.nightmarket.testnode.OnLoop;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.TransportMode;

/** Servers for a run, embedded ones unless others are given, and a Vert.x as nodes have it. */
public final class Servers implements AutoCloseable {
    private static final int POOL = 16;
    private static final int CONNECTIONS = 64;

    private final Parts parts = new Parts();
    private final Map<String, OwnServer> embedded = new HashMap<>();
    private final String redisUri;
    private final String mysqlUri;
    private final Vertx vertx;

    /** Embeds what is not given. */
    public Servers(Path folder, ServerOptions options) {
        Path data = folder.resolve("data");
        this.redisUri = options.redis.isEmpty() ? embedded("redis", OwnServer.redis(data)) : options.redis;
        this.mysqlUri = options.mysql.isEmpty() ? embedded("mariadb", OwnServer.mariaDb(data)) : options.mysql;
        this.vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        var _ = parts.add(() -> await(vertx.close().toCompletionStage()));
    }

    private String embedded(String name, OwnServer server) {
        embedded.put(name, parts.add(server));
        return server.uri();
    }

    /** The embedded server of this name (redis, mariadb), where none was given in its place. */
    public Optional<OwnServer> embedded(String name) {
        return Optional.ofNullable(embedded.get(name));
    }

    public Vertx vertx() {
        return vertx;
    }

    public String redisUri() {
        return redisUri;
    }

    public String mysqlUri() {
        return mysqlUri;
    }

    /** Adapters on an event loop of their own, as every verticle of a node has them. */
    public OnLoop connect() throws IOException {
        return connect(OnLoop.patient(redisUri));
    }

    /** As {@link #connect()}, by settings of one's own. */
    public OnLoop connect(RedisConfig config) throws IOException {
        OnLoop made = new OnLoop(config);
        var _ = await(vertx.deployVerticle(made).toCompletionStage());
        return made;
    }

    /** A plain client of Vert.x, past the adapters. */
    public Redis client() {
        return Redis.createClient(
                vertx,
                new RedisOptions()
                        .setConnectionString(redisUri)
                        .setMaxPoolSize(CONNECTIONS)
                        .setPreferredProtocolVersion(ProtocolVersion.RESP2));
    }

    /** MySQL with this product's tables, by its adapters. */
    public MySqlAdapters mysql() {
        MySqlConfig config =
                new MySqlConfig(mysqlUri, POOL, OnLoop.TIMEOUT, OnLoop.TIMEOUT, OnLoop.TIMEOUT, MySqlTls.AUTO);
        MySqlSchema.migrate(config);
        return MySqlAdapters.create(vertx, config);
    }

    /** Redisson, the peer, as it is by default, on the transport of the product; it counts as a node of its own. */
    public RedissonClient redisson() {
        URI uri = URI.create(redisUri);
        Config config = new Config();
        config.setTransportMode(vertx.isNativeTransportEnabled() ? TransportMode.EPOLL : TransportMode.NIO);
        if (uri.getUserInfo() != null) {
            String[] login = uri.getUserInfo().split(":", 2);
            config.setUsername(login[0].isEmpty() ? null : login[0]);
            config.setPassword(login[login.length - 1]);
        }
        int port = uri.getPort() < 0 ? 6379 : uri.getPort();
        config.useSingleServer().setAddress(uri.getScheme() + "://" + uri.getHost() + ':' + port);
        return Redisson.create(config);
    }

    public static String redissonVersion() {
        return String.valueOf(Redisson.class.getPackage().getImplementationVersion());
    }

    /** What the server calls itself. */
    public String redisVersion() throws IOException {
        return info("server", "redis_version:(.*)").findFirst().orElse("unknown");
    }

    /** How often the server was asked by one of these commands, in small letters. */
    public long calls(String... commands) throws IOException {
        return info("commandstats", "cmdstat_(?:" + String.join("|", commands) + "):calls=(\\d+),.*")
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** Seconds of processor that Redis used until now. */
    public double redisProcessor() throws IOException {
        return info("cpu", "used_cpu_(?:sys|user):(.*)")
                .mapToDouble(Double::parseDouble)
                .sum();
    }

    private Stream<String> info(String section, String line) throws IOException {
        Pattern pattern = Pattern.compile(line);
        Redis client = client();
        try {
            String facts = await(client.send(Request.cmd(Command.INFO, section))
                    .map(String::valueOf)
                    .toCompletionStage());
            return facts.lines().map(pattern::matcher).filter(Matcher::matches).map(found -> found.group(1));
        } finally {
            client.close();
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
