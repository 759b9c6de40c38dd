package io.nightmarket.chaos.fault;

import io.nightmarket.chaos.stage.Disturbance;
import io.nightmarket.chaos.stage.FleetNode;
import io.nightmarket.chaos.stage.ReplyFate;
import io.nightmarket.chaos.stage.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** What a server says does not reach the node as it was said. */
final class ReplyFaults {
    private static final long PHASE = 700;
    private static final Duration LONGEST = Duration.ofMillis(1_500);
    private static final Disturbance CUTS = new Disturbance(ReplyFate.CUT, 0.02, LONGEST);
    private static final Disturbance DELAYS = new Disturbance(ReplyFate.DELAY, 0.01, LONGEST);
    private static final Disturbance DOUBLES = new Disturbance(ReplyFate.DOUBLE, 0.03, LONGEST);

    private ReplyFaults() {}

    static void cutAndDelayThoseOfRedis(Scene scene) {
        disturb(scene, FleetNode::redis, List.of(CUTS, DELAYS));
    }

    static void doubleThoseOfRedis(Scene scene) {
        disturb(scene, FleetNode::redis, List.of(DOUBLES));
    }

    static void cutAndDelayThoseOfMySql(Scene scene) {
        disturb(scene, FleetNode::mysql, List.of(CUTS, DELAYS));
    }

    static void doubleThoseOfMySql(Scene scene) {
        disturb(scene, FleetNode::mysql, List.of(DOUBLES));
    }

    private static void disturb(Scene scene, Function<FleetNode, TcpProxy> side, List<Disturbance> phases) {
        List<TcpProxy> proxies =
                scene.stage().fleet().nodes().stream().map(side).toList();
        scene.awaitTheMiddle();
        for (Disturbance phase : phases) {
            proxies.forEach(proxy -> proxy.disturb(phase, scene.random().nextLong()));
            scene.last(scene.about(PHASE));
        }
        proxies.forEach(TcpProxy::calm);
        // What was disturbed ends here, and no later sale finds it.
        proxies.forEach(TcpProxy::cut);
    }
}
