package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.testkit.PictureFlood;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flood of pictures at a node with the heap that ships, while people buy beside. */
@Tag("storm")
final class PictureFloodIT {
    /** As {@code java.sh} has it, beside the size of the heap. */
    private static final Map<String, String> SHIPPED =
            Map.of("JAVA_TOOL_OPTIONS", "-XX:+ExitOnOutOfMemoryError -XX:+UseParallelGC");

    private static final Duration LENGTH = Duration.ofSeconds(Suite.pick(15, 60));
    private static final int UPLOADERS = 12;
    private static final int BUYERS = 40;

    @Test
    void theNodeLivesAndPeopleBuy(@TempDir Path data) throws Exception {
        try (Program program = Program.start(SHIPPED, "--data", data.toString());
                Client client = new Client(program.address())) {
            Shoppers shoppers = new Shoppers(program, client);
            List<String> uploaders = shoppers.logIn(UPLOADERS, 13_910_000_000L);
            List<String> buyers = shoppers.logIn(BUYERS, 13_920_000_000L);
            String merchant = shoppers.logIn("13800000001");
            PictureFlood flood =
                    PictureFlood.begin(URI.create(program.address()).getPort(), uploaders);
            try (flood) {
                buyUntil(System.nanoTime() + LENGTH.toNanos(), client, shoppers, merchant, buyers);
            }
            assertTrue(flood.stored() > 1, "stored were " + flood.stored());
            assertTrue(Set.of(200, 503).containsAll(flood.uploads()), "uploads were answered " + flood.uploads());
            assertTrue(flood.downloads().contains(200), "downloads were answered " + flood.downloads());
            // As reads they wait for purchases where the machine has too much to do.
            assertTrue(Set.of(200, 503).containsAll(flood.downloads()), "downloads were answered " + flood.downloads());
            assertEquals(200, client.get("/health/live", null).status());
            assertEquals(143, program.terminate(), program::output);
            assertFalse(program.output().contains("Terminating due to"), program::output);
        }
    }

    /** Each buyer once in each sale, one after the other; every purchase must be accepted. */
    private static void buyUntil(long end, Client client, Shoppers shoppers, String merchant, List<String> buyers) {
        while (System.nanoTime() < end) {
            long sale = shoppers.openSale(merchant, BUYERS);
            for (String buyer : buyers) {
                Client.Answer answer = client.post("/voucher-order/seckill/" + sale, buyer, null);
                assertTrue(answer.success(), answer::toString);
            }
        }
    }
}
