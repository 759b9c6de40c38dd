package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.lock.FencedTransactions;
import io.nightmarket.mysql.lock.FencingTokenTable;
import io.nightmarket.mysql.lock.FencingTokens;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The guarded work of these tests writes its token into a row of its own: what is read there was committed. */
class FencingIT {
    private static final String WRITE = "INSERT INTO lock_lease (name, holder, depth, token, taken_at, ends_at)"
            + " VALUES (?, '', 0, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)) ON DUPLICATE KEY UPDATE token = ?";

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private final FencingTokens tokens = new FencingTokens(
            new Databases(MYSQL.vertx(), MySqlFixture.CONFIG),
            new FencingTokenTable("fencing_it", "resource", List.of()));
    private final String resource = "fenced:" + UUID.randomUUID();

    @BeforeAll
    static void open() {
        var _ = MySqlFixture.execute("CREATE TABLE IF NOT EXISTS fencing_it (resource VARCHAR(100) PRIMARY KEY,"
                + " fence BIGINT NOT NULL, connection_id BIGINT UNSIGNED NOT NULL)");
    }

    private FencedTransactions takeOver() {
        return await(tokens.takeOver(resource).toCompletionStage());
    }

    private static void close(FencedTransactions work) {
        await(work.close().toCompletionStage());
    }

    /** Writes the holder's token, and commits. */
    private CompletionStage<Void> write(FencedTransactions holder) {
        return writeThen(holder, Future::succeededFuture);
    }

    private CompletionStage<Void> writeThen(FencedTransactions holder, Supplier<Future<Void>> beforeTheCommit) {
        return holder.guarded(
                        List.of(),
                        fence -> fence.compose(
                                        _ -> holder.session().run(WRITE, resource, holder.token(), holder.token()))
                                .compose(_ -> beforeTheCommit.get()))
                .toCompletionStage();
    }

    /** A holder that wrote, and commits at the word. */
    private record Paused(CompletionStage<Void> commit, Promise<Void> word) {}

    private Paused pause(FencedTransactions holder) {
        Promise<Void> inside = Promise.promise();
        Promise<Void> word = Promise.promise();
        CompletionStage<Void> commit = writeThen(holder, () -> {
            inside.complete();
            return word.future();
        });
        await(inside.future().toCompletionStage());
        return new Paused(commit, word);
    }

    private long written() {
        return number("SELECT token FROM lock_lease WHERE name = ?", resource);
    }

    @Test
    void whoHoldsTheFenceWritesAgainAndAgain() {
        FencedTransactions holder = takeOver();
        await(write(holder));
        await(write(holder));
        assertEquals(holder.token(), written());
        close(holder);
    }

    @Test
    void aHolderPausedInItsTransactionIsTakenOverAndItsLateCommitRefused() {
        FencedTransactions first = takeOver();
        Paused paused = pause(first);

        FencedTransactions next = takeOver();
        await(write(next));
        paused.word().complete();

        assertTrue(failureOf(paused.commit()) instanceof DomainFailure);
        assertTrue(next.token() > first.token());
        assertEquals(next.token(), written());
        close(next);
        close(first);
    }

    /** As after a restart of the server, which counts connections from 1 again. */
    @Test
    void aConnectionThatHasTheNumberOfTheLastHoldersLives() throws SQLException {
        close(takeOver());
        try (Connection other = MySqlFixture.connection();
                Statement statement = other.createStatement()) {
            statement.execute(
                    "UPDATE fencing_it SET connection_id = CONNECTION_ID() WHERE resource = '" + resource + "'");
            close(takeOver());
            statement.execute(
                    "UPDATE fencing_it SET connection_id = CONNECTION_ID() WHERE resource = '" + resource + "'");
            close(takeOver());
            assertTrue(other.isValid(10));
        }
    }

    /** It could begin a transaction still, which would fail, and keep rows locked until then. */
    @Test
    void aHolderThatDoesNothingIsEndedToo() {
        FencedTransactions first = takeOver();
        long connection = number("SELECT connection_id FROM fencing_it WHERE resource = ?", resource);
        FencedTransactions next = takeOver();
        eventually(
                Stages::pause,
                () -> number("SELECT COUNT(*) FROM information_schema.processlist WHERE id = ?", connection) == 0);
        await(write(next));
        close(next);
        close(first);
    }

    /** Its connection lives, as behind a server that would not end it: the token alone decides. */
    @Test
    void theFenceAloneRefusesWhoeverIsBehindIt() {
        FencedTransactions holder = takeOver();
        var _ = MySqlFixture.execute("UPDATE fencing_it SET fence = fence + 1 WHERE resource = ?", resource);

        var _ = failureOf(Conflict.class, write(holder));

        assertEquals(0, written());
        close(holder);
    }

    @Test
    void ofTwoTakeOversAtOnceOneMayWrite() {
        close(takeOver());
        for (int round = 0; round < 10; round++) {
            List<Boolean> wrote = atOnce(
                    2,
                    _ -> tokens.takeOver(resource)
                            .compose(holder -> Future.fromCompletionStage(write(holder))
                                    .map(holder.token())
                                    .eventually(holder::close))
                            .transform(done -> Future.succeededFuture(done.succeeded()))
                            .toCompletionStage());
            assertTrue(wrote.contains(true));
            assertEquals(number("SELECT fence FROM fencing_it WHERE resource = ?", resource), written());
        }
    }
}
