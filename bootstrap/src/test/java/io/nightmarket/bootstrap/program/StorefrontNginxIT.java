package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nightmarket.bootstrap.program.Visitor.Look;
import io.nightmarket.testkit.Programs;
import io.nightmarket.testkit.RunningServers;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storefront of two nodes behind nginx, of which one is killed. */
@Tag("browser")
final class StorefrontNginxIT {
    @TempDir(factory = PreparedFolder.class)
    private Path data;

    @TempDir
    private Path folder;

    private final Map<String, String> cluster = ClusterSettings.unique();

    /** The order was accepted, and the answer did not arrive. */
    @Test
    void aPurchaseWhoseNodeIsKilledIsFoundAgain() throws Exception {
        Optional<Path> installed = Programs.onThePath("nginx");
        assumeTrue(installed.isPresent(), "nginx is not on the PATH: the storefront behind it is not tested");
        try (VisitorBrowser browser = VisitorBrowser.start();
                Program first = node();
                Program second = node();
                Client client = new Client(first.address());
                Nginx nginx = new Nginx(installed.orElseThrow(), folder, port(first), port(second));
                MySqlPeek mysql = new MySqlPeek(RunningServers.mysqlUri(data));
                Visitor visitor = browser.visitor(nginx.site(), Look.PHONE)) {
            Shoppers shoppers = new Shoppers(first, client);
            long sale = shoppers.openSale(shoppers.logIn(Shoppers.ADMIN), 5);
            String token = shoppers.logIn("15000000001");
            visitor.hold(token);
            visitor.page().route(url -> url.endsWith("/seckill/" + sale), route -> {
                assertTrue(Client.await(shoppers.click(token, sale)).success());
                first.kill();
                route.abort();
                visitor.page().unrouteAll();
            });
            var _ = visitor.buy(sale, "SETTLED");
            assertEquals(1, mysql.orders(sale).size());
            visitor.page().locator(".outcome a").click();
            visitor.page().locator("form button[type=submit]").click();
            visitor.page().locator(".code img").waitFor();
        }
    }

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }

    private static int port(Program program) {
        return URI.create(program.address()).getPort();
    }
}
