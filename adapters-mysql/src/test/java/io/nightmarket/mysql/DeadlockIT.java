package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Databases;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two transactions that lock the same two rows in opposite order. */
final class DeadlockIT {
    private static MySqlFixture fixture;
    private static Vertx vertx;

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger holding = new AtomicInteger();
    private final Promise<Void> bothHold = Promise.promise();

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void close() {
        fixture.close();
        await(vertx.close().toCompletionStage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothAreDoneOnceAndNothingIsCommittedBehindTheDeadlock(boolean transactional) {
        Databases databases = new Databases(vertx, MySqlFixture.CONFIG);
        Database database = transactional ? databases.transactional(2) : databases.shared();
        ShopId left = MySqlFixture.newShop();
        ShopId right = MySqlFixture.newShop();
        ShopId byFirst = MySqlFixture.newShop();
        ShopId bySecond = MySqlFixture.newShop();

        Future<?> first = database.inTransaction(work(left, right, byFirst));
        Future<?> second = database.inTransaction(work(right, left, bySecond));

        var _ = await(Future.join(first, second).toCompletionStage());
        assertEquals(3, runs.get(), "one was rolled back and run again");
        assertEquals(2, sold(left));
        assertEquals(2, sold(right));
        assertEquals(1, sold(byFirst));
        assertEquals(1, sold(bySecond));
        await(database.close().toCompletionStage());
    }

    /** The last two statements are sent without waiting for one another. */
    private Function<DatabaseSession, Future<Void>> work(ShopId own, ShopId other, ShopId last) {
        return session -> {
            runs.incrementAndGet();
            return sell(session, own)
                    .onSuccess(_ -> {
                        if (holding.incrementAndGet() == 2) {
                            bothHold.complete();
                        }
                    })
                    .compose(_ -> bothHold.future())
                    .compose(_ -> Future.join(sell(session, other), sell(session, last)))
                    .mapEmpty();
        };
    }

    private static Future<?> sell(DatabaseSession session, ShopId shop) {
        return session.run("UPDATE tb_shop SET sold = sold + 1 WHERE id = ?", shop.value());
    }

    private static long sold(ShopId shop) {
        return MySqlFixture.number("SELECT sold FROM tb_shop WHERE id = ?", shop.value());
    }
}
