package io.nightmarket.chaos.fault;

import io.nightmarket.chaos.stage.RedisPair;
import io.nightmarket.chaos.stage.Stage;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Signals;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** Servers that die and keep what is on their disks. */
final class ServerFaults {
    private static final long AWAY = 300;
    private static final Duration FILLING = Duration.ofSeconds(10);

    private ServerFaults() {}

    static void killMySqlInTransaction(Scene scene) throws IOException, SQLException {
        scene.awaitTheMiddle();
        Stage stage = scene.stage();
        stage.database().awaitTransaction();
        scene.struck();
        Signals.kill(stage.mariaDb().process());
        scene.last(scene.about(AWAY));
        stage.mariaDb().start();
    }

    static void killRedis(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        RedisPair redis = scene.stage().redis();
        redis.kill();
        scene.last(scene.about(AWAY));
        redis.start();
    }

    /** It ends itself when it can't write what it answered, and is started again where there is room. */
    static void fillTheDiskOfRedis(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        RedisPair redis = scene.stage().redis();
        ProcessHandle process = redis.process();
        Signals.limitFiles(process, redis.logSize() + scene.random().nextInt(20_000));
        Eventually.await("Redis finds its disk full", FILLING, () -> !process.isAlive());
        scene.last(scene.about(AWAY));
        redis.start();
    }
}
