package io.nightmarket.bench.sale;

import io.nightmarket.bench.report.Reading;
import io.nightmarket.bench.sale.Outcome.Line;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** For comparison, the sale as it is usually built: a lock per user, check and write in MySQL before the answer. */
final class SynchronousWay implements Scenario {
    private static final String WHAT = "the synchronous way: lock, check and write, then the answer";

    @Override
    public String name() {
        return "synchronous";
    }

    @Override
    public int steps() {
        return 2;
    }

    @Override
    public Outcome run(Bench bench) throws IOException, SQLException {
        Sale sale = bench.stage().openSale(2L * bench.users());
        Sale warmUp = bench.stage().openSale(2L * bench.users());
        bench.warmUp(WHAT, clicks(warmUp));
        Measurement measured = bench.hit(WHAT, clicks(sale), bench.seconds());
        bench.books().awaitQuiet(List.of(sale));
        double rate = measured.good() / measured.seconds();
        Double flow = bench.flowRate() > 0 ? Double.valueOf(bench.flowRate()) : null;
        return new Outcome(
                List.of(new Line(
                        WHAT + (flow == null ? "" : " (beside: accepted and settled)"),
                        "orders/s",
                        new Reading(rate, flow, measured.p50(), measured.p99()),
                        null)),
                Flow.notes(name(), measured, measured.good()),
                List.of(bench.books().proofWithoutQueue(name(), List.of(sale), measured.good())));
    }

    private static Target clicks(Sale sale) {
        return Target.postCounted(List.of("/sync-sale/" + sale.voucher().value()));
    }
}
