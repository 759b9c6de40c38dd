package io.nightmarket.mysql.client;

import io.nightmarket.mysql.MySqlConfig;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens {@link Database}s. */
public final class Databases {
    private static final Logger LOG = LoggerFactory.getLogger(Databases.class);
    private static final int WAITING_PER_CONNECTION = 200;
    private static final int IDLE_SECONDS = 20;

    /** Behind the end of idle ones the server ends a connection that is silent, and with it the locks of a node that vanished. */
    private static final String END_SILENT = ", wait_timeout = 30";

    private static final int STATEMENTS_KEPT = 256;
    private static final int LONGEST_STATEMENT_KEPT = 16_384;
    private static final int PIPELINED = 16;
    private static final String SEE_WHAT_IS_COMMITTED = "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private final Vertx vertx;
    private final MySqlConfig config;
    private final RandomGenerator random = new Random();

    public Databases(Vertx vertx, MySqlConfig config) {
        this.vertx = vertx;
        this.config = config;
    }

    /** The pool that short work shares. */
    public Database shared() {
        return open("shared", config.poolSize(), 1, config.commandTimeout(), false);
    }

    /**
     * A number of connections for {@link Database#inTransaction} alone. Statements may be sent before the last one was
     * answered: with autocommit off, what is sent behind one that the server rolls back is rolled back, too. Each
     * statement sees what was committed before it, and none locks the gaps between rows, into which others insert.
     */
    public Database transactional(int size) {
        return open("queue", size, PIPELINED, config.commandTimeout(), true);
    }

    /**
     * One connection that its user keeps, silent for as long as it likes; statements may be sent before the last one was
     * answered.
     */
    public Database dedicated() {
        Duration timeout = config.settleTimeout();
        return open("writers", 1, PIPELINED, timeout, connection -> prepare(connection, timeout, false, ""), false);
    }

    private Database open(String name, int size, int pipelined, Duration timeout, boolean transactional) {
        return open(
                name,
                size,
                pipelined,
                timeout,
                connection -> prepare(connection, timeout, transactional, END_SILENT),
                transactional);
    }

    private Database open(
            String name,
            int size,
            int pipelined,
            Duration timeout,
            Handler<SqlConnection> prepare,
            boolean transactional) {
        Pool pool = pool(name, size, pipelined, prepare);
        return new Database(vertx, random, pool, () -> connection(pool), timeout, transactional);
    }

    /**
     * A connection that comes after the timeout goes back to the pool. The pool's own timeout sometimes fails a request that
     * it has served, and a pool that gave up a connection while it was being made can't be closed.
     */
    private Future<SqlConnection> connection(Pool pool) {
        Future<SqlConnection> asked = pool.getConnection();
        return asked.timeout(config.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(_ -> asked.onSuccess(late -> late.close()
                        .onFailure(problem -> LOG.debug("A connection that came too late would not close", problem))));
    }

    /** @param name the pool's name in metrics */
    private Pool pool(String name, int size, int pipelined, Handler<SqlConnection> prepare) {
        PoolOptions options = new PoolOptions()
                .setName(name)
                .setMaxSize(size)
                .setMaxWaitQueueSize(size * WAITING_PER_CONNECTION)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setConnectionTimeout(0);
        return MySQLBuilder.pool()
                .with(options)
                .with(new NetClientOptions()
                        .setTcpKeepAlive(true)
                        .setConnectTimeout(
                                Math.toIntExact(config.connectTimeout().toMillis())))
                .connectingTo(connect(pipelined))
                .withConnectHandler(prepare)
                .using(vertx)
                .build();
    }

    /** Matched rows are counted, not changed ones: "no such row" must not look like "nothing to change". */
    private MySQLConnectOptions connect(int pipelined) {
        return Encryption.apply(config, new MySQLConnectOptions())
                .setHost(config.host())
                .setPort(config.port())
                .setUser(config.user())
                .setPassword(config.password())
                .setDatabase(config.database())
                .setCharset("utf8mb4")
                .setCollation("utf8mb4_general_ci")
                .setUseAffectedRows(false)
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheMaxSize(STATEMENTS_KEPT)
                .setPreparedStatementCacheSqlLimit(LONGEST_STATEMENT_KEPT)
                .setPipeliningLimit(pipelined);
    }

    /**
     * What every session needs: times in UTC, data refused rather than bent, and no wait for a lock that outlives the
     * statement's deadline.
     */
    private void prepare(SqlConnection connection, Duration timeout, boolean transactional, String more) {
        long lockSeconds = Math.max(1, timeout.toSeconds());
        DatabaseSession session = new DatabaseSession(connection, config.connectTimeout());
        String variables = "SET time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',"
                + " innodb_lock_wait_timeout = " + lockSeconds + more;
        Future<?> prepared = transactional
                ? session.command(SEE_WHAT_IS_COMMITTED).compose(_ -> session.command(variables + ", autocommit = 0"))
                : session.command(variables);
        prepared.recover(failure -> {
                    session.cut();
                    return Future.failedFuture(failure);
                })
                .eventually(session::close)
                .onFailure(failure -> LOG.warn("a new connection to MySQL could not be prepared", failure));
    }
}
