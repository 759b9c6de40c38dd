package io.nightmarket.chaos.fault;

import io.nightmarket.chaos.stage.FleetNode;
import io.nightmarket.chaos.stage.RedisPair;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;

/** Redis comes back, and not all that it answered for is there. */
final class LossFaults {
    private static final long LAG = 100;

    private LossFaults() {}

    static void flush(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        var _ = scene.stage().redis().peek().send(Command.FLUSHALL);
    }

    static void restoreAnOlderLog(Scene scene) throws IOException {
        RedisPair redis = scene.stage().redis();
        scene.await(0.02 + 0.05 * scene.random().nextDouble());
        Path copy = redis.copyLog();
        scene.await(0.09 + 0.09 * scene.random().nextDouble());
        scene.struck();
        redis.kill();
        redis.restoreLog(copy);
        redis.start();
    }

    /** What the first one answered for after the second one ceased to hear it is lost. */
    static void promoteTheReplica(Scene scene) throws IOException {
        RedisPair redis = scene.stage().redis();
        scene.awaitTheMiddle();
        redis.promote();
        scene.last(scene.about(LAG));
        redis.swap();
        for (FleetNode node : scene.stage().fleet().nodes()) {
            node.redis().turnTo(redis.port());
        }
    }
}
