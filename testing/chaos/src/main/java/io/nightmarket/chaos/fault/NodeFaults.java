package io.nightmarket.chaos.fault;

import io.nightmarket.chaos.stage.FleetNode;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** Nodes that die, or do nothing for a while. */
final class NodeFaults {
    /** Of the writer. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final long SOME_TIME = 500;

    private NodeFaults() {}

    /** It is started again, by whoever looks after it. */
    static void killTheOnlyOne(Scene scene) throws IOException {
        scene.awaitTheMiddle();
        FleetNode only = scene.stage().fleet().nodes().getFirst();
        only.kill();
        only.startAgain();
    }

    static void killTheWriter(Scene scene) throws IOException, SQLException {
        scene.awaitTheMiddle();
        FleetNode writer = scene.writer();
        writer.kill();
        scene.last(scene.about(1_000));
        writer.startAgain();
    }

    /** When it goes on it thinks that it is still the writer. */
    static void pauseTheWriter(Scene scene) throws IOException, SQLException {
        scene.awaitTheMiddle();
        FleetNode writer = scene.writer();
        writer.pause();
        scene.last(scene.about(SOME_TIME).plus(LEASE));
        writer.goOn();
    }
}
