package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Keeps the market of the demo moving, where the servers are embedded. */
final class DemoFeature implements Feature {
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Wiring wiring;
    private final CreateFlashSale creation;

    DemoFeature(Wiring wiring, CreateFlashSale creation) {
        this.wiring = wiring;
        this.creation = creation;
    }

    @Override
    public List<Deployable> verticles() {
        if (!wiring.config().embedded()) {
            return List.of();
        }
        DemoSales sales = new DemoSales(wiring.mysql().flashSales()::onSaleIn, this::create, wiring.clock());
        return List.of(new JobVerticle("demo-sales", sales::openNext, wiring.lock(), INTERVAL));
    }

    /** Before it, the dates of the demo are looked after. */
    private CompletionStage<?> create(NewFlashSale sale) {
        Session admin = new Session(
                SessionId.random(wiring.random()),
                new UserId(1),
                Role.ADMIN,
                sale.window().end());
        return wiring.vertx()
                .executeBlocking(() -> EmbeddedMode.loadDemoData(wiring.config().mysql(), wiring.clock()), false)
                .toCompletionStage()
                .thenCompose(_ -> creation.create(admin, sale));
    }
}
