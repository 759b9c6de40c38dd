package io.nightmarket.mysql;

import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.flashsale.FlashSaleRepository;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.mysql.account.MySqlSessionLedger;
import io.nightmarket.mysql.account.MySqlUsers;
import io.nightmarket.mysql.account.Touches;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.flashsale.MySqlFlashSales;
import io.nightmarket.mysql.order.MySqlOrderBooks;
import io.nightmarket.mysql.order.MySqlOrders;
import io.nightmarket.mysql.shop.MySqlShops;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports on MySQL and MariaDB. Every call has a deadline and fails with {@code Unavailable} when nothing was sent or
 * the server refused the work whole, {@code TimedOut} when its outcome is unknown, {@code Corrupt} when the tables
 * refuse the data or hold data that can't be read, and {@code Conflict} as the ports say.
 */
public final class MySqlAdapters {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlAdapters.class);

    private final Vertx vertx;
    private final Databases databases;
    private final Database pool;
    private final Touches touches;
    private final long timer;

    private MySqlAdapters(Vertx vertx, Databases databases) {
        this.vertx = vertx;
        this.databases = databases;
        this.pool = databases.shared();
        this.touches = new Touches(pool);
        this.timer = vertx.setPeriodic(
                Touches.FLUSH_MILLIS,
                _ -> touches.flush().onFailure(failure -> LOG.warn("writing activity of sessions", failure)));
    }

    /** Opens the pool; connections are made when they are needed, so a server that is away fails calls, not this. */
    public static MySqlAdapters create(Vertx vertx, MySqlConfig config) {
        return new MySqlAdapters(vertx, new Databases(vertx, config));
    }

    public UserRepository users() {
        return new MySqlUsers(pool);
    }

    public SessionLedger sessionLedger(SessionPolicy policy) {
        return new MySqlSessionLedger(pool, policy, touches);
    }

    public ShopRepository shops() {
        return new MySqlShops(pool);
    }

    public FlashSaleRepository flashSales() {
        return new MySqlFlashSales(pool);
    }

    public OrderRepository orders() {
        return new MySqlOrders(pool);
    }

    /** Its writers have connections of their own beside the pool; whoever got one closes it. */
    public OrderBooks orderBooks() {
        return new MySqlOrderBooks(databases);
    }

    /** Succeeds when the server answers a query. */
    public CompletionStage<Void> ping() {
        return pool.run("SELECT 1", rows -> rows).<Void>mapEmpty().toCompletionStage();
    }

    /** Writes what is left to write and closes the pool. */
    public CompletionStage<Void> close() {
        vertx.cancelTimer(timer);
        return touches.flush()
                .compose(_ -> touches.flush())
                .eventually(pool::close)
                .<Void>mapEmpty()
                .recover(failure -> {
                    LOG.warn("closing the pool", failure);
                    return Future.succeededFuture();
                })
                .toCompletionStage();
    }
}
