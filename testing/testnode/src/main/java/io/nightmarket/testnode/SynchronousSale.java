package io.nightmarket.testnode;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.SessionStore.Lookup;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sale as it is usually built, for comparison: a lock per user, then check and write in MySQL, in one transaction,
 * before the answer. Session, lock, tables and client are the product's; ids cost nothing here, and the row that all
 * buyers want is locked last.
 */
final class SynchronousSale {
    private static final String CHECK = "SELECT v.stock, c.order_id FROM tb_seckill_voucher v"
            + " LEFT JOIN order_claim c ON c.voucher_id = v.voucher_id AND c.user_id = ?"
            + " WHERE v.voucher_id = ? AND v.begin_time <= NOW() AND v.end_time > NOW()";
    private static final String CLAIM = "INSERT INTO order_claim (voucher_id, user_id, order_id) VALUES (?, ?, ?)";
    private static final String ORDER =
            "INSERT INTO tb_voucher_order (id, user_id, voucher_id, pay_type, status) VALUES (?, ?, ?, 1, 1)";
    private static final String EVENT = "INSERT INTO order_event (order_id, kind) VALUES (?, 'PLACED')";
    private static final String TAKE =
            "UPDATE tb_seckill_voucher SET stock = stock - 1 WHERE voucher_id = ? AND stock > 0";
    private static final LockOptions LEASE = LockOptions.fixed(Duration.ofSeconds(10));
    private static final int CONNECTIONS = 32;

    /** Below the ids of any node, above those that the benchmark gives to the orders that it fills in. */
    private static final AtomicLong IDS = new AtomicLong(1L << 40);

    private final SessionStore sessions;
    private final DistributedLock lock;
    private final Vertx vertx;
    private final JWTAuth tokens;
    private final Pool pool;

    SynchronousSale(Wiring wiring, Vertx vertx, JWTAuth tokens) {
        this.sessions = wiring.redis().sessionStore(wiring.config().sessions().policy());
        this.lock = wiring.lock();
        this.vertx = vertx;
        this.tokens = tokens;
        this.pool = MySQLBuilder.pool()
                .with(new PoolOptions().setMaxSize(CONNECTIONS))
                .connectingTo(
                        MySQLConnectOptions.fromUri(wiring.config().mysql().uri())
                                .setCachePreparedStatements(true))
                .using(vertx)
                .build();
    }

    /** There is no unit, or the buyer has one. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    void bind(Router router) {
        router.post("/sync-sale/:id").order(BareRoute.FIRST).handler(this::handle);
    }

    private void handle(RoutingContext ctx) {
        long voucher = Long.parseLong(ctx.pathParam("id"));
        session(String.valueOf(ctx.request().getHeader(HttpHeaders.AUTHORIZATION)))
                .compose(user -> underLock(voucher, user))
                .onSuccess(order -> answer(ctx, 200, Long.toString(order)))
                .onFailure(failure -> answer(ctx, failure instanceof Refused ? 409 : 503, String.valueOf(failure)));
    }

    private static void answer(RoutingContext ctx, int status, String data) {
        ctx.response().setStatusCode(status).putHeader("content-type", "application/json");
        var _ = ctx.response()
                .end(new JsonObject()
                        .put("success", status == 200)
                        .put("data", data)
                        .toBuffer());
    }

    private Future<UserId> session(String token) {
        return tokens.authenticate(new TokenCredentials(token))
                .map(SynchronousSale::sessionId)
                .compose(id -> here(sessions.find(id)))
                .map(found -> switch (found) {
                    case Lookup.Live live -> live.session().user();
                    case Lookup.Ended _, Lookup.Missing _ -> throw new Refused();
                });
    }

    private static SessionId sessionId(User user) {
        return SessionId.of(user.principal().getString("sid"));
    }

    private Future<Long> underLock(long voucher, UserId user) {
        return here(lock.withLease(
                        "sync-sale:" + voucher + ':' + user.value(),
                        LEASE,
                        _ -> pool.withTransaction(connection -> buy(connection, voucher, user.value()))
                                .toCompletionStage()))
                .map(done -> done.orElseThrow(Refused::new));
    }

    private static Future<Long> buy(SqlConnection connection, long voucher, long user) {
        long order = IDS.incrementAndGet();
        return connection
                .preparedQuery(CHECK)
                .execute(Tuple.of(user, voucher))
                .map(rows -> mayBuy(rows.iterator()))
                .compose(_ -> run(connection, CLAIM, Tuple.of(voucher, user, order)))
                .compose(_ -> run(connection, ORDER, Tuple.of(order, user, voucher)))
                .compose(_ -> run(connection, EVENT, Tuple.of(order)))
                .compose(_ -> run(connection, TAKE, Tuple.of(voucher)))
                .map(taken -> one(taken, order));
    }

    private static boolean mayBuy(Iterator<Row> rows) {
        Optional<Row> sale = rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
        return sale.filter(row -> row.getLong(0) > 0 && row.getValue(1) == null)
                .map(_ -> true)
                .orElseThrow(Refused::new);
    }

    private static long one(int taken, long order) {
        if (taken != 1) {
            throw new Refused();
        }
        return order;
    }

    private static Future<Integer> run(SqlConnection connection, String sql, Tuple values) {
        return connection.preparedQuery(sql).execute(values).map(rows -> rows.rowCount());
    }

    private <T> Future<T> here(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, vertx.getOrCreateContext());
    }
}
