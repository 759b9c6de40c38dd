package io.nightmarket.chaos.fault;

import io.nightmarket.chaos.stage.FleetNode;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** What a server says does not reach the node as it was said. */
final class ReplyFaults {
    private static final long PHASE = 700;
    private static final Duration LONGEST = Duration.ofMillis(1_500);
    private static final ReplyFault CUTS = new ReplyFault(Fate.CUT, 0.02, LONGEST);
    private static final ReplyFault DELAYS = new ReplyFault(Fate.DELAY, 0.01, LONGEST);
    private static final ReplyFault DOUBLES = new ReplyFault(Fate.DOUBLE, 0.03, LONGEST);

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

    private static void disturb(Scene scene, Function<FleetNode, TcpProxy> side, List<ReplyFault> phases) {
        List<TcpProxy> proxies =
                scene.stage().fleet().nodes().stream().map(side).toList();
        scene.awaitTheMiddle();
        for (ReplyFault phase : phases) {
            proxies.forEach(proxy -> proxy.inject(phase, scene.random().nextLong()));
            scene.last(scene.about(PHASE));
        }
        proxies.forEach(TcpProxy::heal);
        // What was disturbed ends here, and no later sale finds it.
        proxies.forEach(TcpProxy::cut);
    }
}
