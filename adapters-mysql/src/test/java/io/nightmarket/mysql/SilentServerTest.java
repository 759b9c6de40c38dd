package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.failureOf;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server that takes connections and says nothing, as one behind a partition. */
final class SilentServerTest {
    private static final Duration TIMEOUT = Duration.ofMillis(200);

    @Test
    void whoWantsToBecomeTheWriterIsRefusedAndMayAskAgain() throws IOException {
        Vertx vertx = Vertx.vertx();
        try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            String uri = "mysql://nobody:nothing@127.0.0.1:" + silent.getLocalPort() + "/nowhere";
            OrderLedger ledger = MySqlAdapters.create(
                            vertx, new MySqlConfig(uri, 1, TIMEOUT, TIMEOUT, TIMEOUT, MySqlTls.AUTO), LockEvents.NONE)
                    .orderLedger(Duration.ofDays(1));

            var _ = failureOf(Unavailable.class, ledger.becomeWriter(Shard.FIRST));
            var _ = failureOf(Unavailable.class, ledger.becomeWriter(Shard.FIRST));
        } finally {
            var _ = vertx.close();
        }
    }
}
