package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.listing.StaffAccess;
import io.nightmarket.http.listing.ListRoutes;
import io.nightmarket.http.listing.SaleReportRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** Lists and reports for people who work; their bounds hold for the node. */
final class ListFeature implements Feature {
    private final List<Routes> routes;

    ListFeature(Wiring wiring, SaleContext sales) {
        StaffAccess access =
                new StaffAccess(wiring.mysql().shops(), wiring.mysql().vouchers());
        this.routes = List.of(
                new ListRoutes(wiring.http().share(), wiring.mysql().listRows(), access, sales.numbers),
                new SaleReportRoutes(wiring.http().share(), wiring.mysql().saleReports(), access));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return routes;
    }
}
