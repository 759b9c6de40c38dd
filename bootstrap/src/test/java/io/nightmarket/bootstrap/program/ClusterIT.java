package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two clustered nodes on one data folder. */
@Tag("cluster")
final class ClusterIT {

    @TempDir(factory = PreparedFolder.class)
    private Path data;

    private final Map<String, String> cluster = ClusterSettings.unique();

    /** Each setting that must be the same, by the variable that makes it another, with what is said. */
    private static final Map<String, String> UNFIT = Map.of(
            "NIGHTMARKET_CLUSTER_NAME=another-market", "and this one another-market",
            "NIGHTMARKET_TOKEN_SECRET=9d3c71f05a2e48b6c0f7e1a2b3d4c5e6", "another 'token.secret', and neither is the",
            "NIGHTMARKET_ORDERS_NUMBER_SECRET=9d3c71f05a2e48b6c0f7e1a2b3d4c5e6",
                    "another 'orders.number-secret', which",
            "NIGHTMARKET_PAYMENTS_GATEWAY=off", "'payments.gateway' sandbox, and this one off",
            "NIGHTMARKET_PAYMENTS_PAY_WITHIN=2s", "'payments.pay-within' 900000ms, and this one 2000ms",
            "NIGHTMARKET_TIME_ZONE=UTC", "'time-zone' Asia/Shanghai, and this one UTC",
            "NIGHTMARKET_SALE_SHARDS=5", "'sale.shards' 4, and this one 5",
            "NIGHTMARKET_ADAPTERS_LOCK=mysql", "'adapters.lock' redis, and this one mysql");

    @Test
    void aNodeThatDoesNotFitIsRefusedInOneSentenceAndDoctorSaysIt() throws Exception {
        try (Program first = node();
                Client client = new Client(first.address())) {
            for (Map.Entry<String, String> unfit : UNFIT.entrySet()) {
                Map<String, String> other = new HashMap<>(cluster);
                String[] variable = unfit.getKey().split("=", 2);
                other.put(variable[0], variable[1]);
                try (Program stranger = Program.startQuickly(other, "--cluster", "--data", data.toString())) {
                    assertEquals(2, stranger.exitCode(), stranger::output);
                    List<String> said = stranger.output()
                            .lines()
                            .filter(line -> line.startsWith("nightmarket:"))
                            .toList();
                    assertEquals(1, said.size(), stranger::output);
                    assertTrue(said.getFirst().contains(unfit.getValue()), stranger::output);
                }
            }
            doctorSaysAll();
            assertTrue(client.get("/shop/1", null).success(), "the first goes on");
            assertFalse(first.output().contains("WARN"), first::output);
        }
    }

    private void doctorSaysAll() throws Exception {
        Map<String, String> others = new HashMap<>(cluster);
        others.put("NIGHTMARKET_CLUSTER_ENABLED", "true");
        UNFIT.keySet().stream()
                .map(variable -> variable.split("=", 2))
                .forEach(variable -> others.put(variable[0], variable[1]));
        // With payments off there is no time to pay.
        others.remove("NIGHTMARKET_PAYMENTS_GATEWAY");
        try (Program doctor = Program.command(others, "doctor", "--data", data.toString())) {
            assertEquals(2, doctor.exitCode(), doctor::output);
            String fit = doctor.output()
                    .lines()
                    .filter(line -> line.startsWith("FAILED  Fit"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(doctor.output()));
            UNFIT.values().stream()
                    .filter(said -> !said.contains("payments.gateway"))
                    .forEach(said -> assertTrue(fit.contains(said), fit));
        }
    }

    private Program node() {
        return Program.start(cluster, "--cluster", "--data", data.toString());
    }
}
