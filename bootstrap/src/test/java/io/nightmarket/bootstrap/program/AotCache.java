package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.testkit.PreparedData;
import io.nightmarket.testkit.ScratchFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * What the JVM loads and links for a start and a purchase, kept for each further start of the packaged program, which takes
 * less than half the processor time then (JEP 483 and 514). It is made once a build: a build empties the folder.
 */
final class AotCache {
    static final Path LIBRARIES = Path.of("target", "app", "lib").toAbsolutePath();

    private AotCache() {}

    /**
     * The option that has the JVM use it; made now, if it is not there. There is none in the fast suite, whose few starts take
     * less processor time than to make it.
     */
    static List<String> option() {
        return Suite.pick(0, 1) == 0 ? List.of() : List.of("-XX:AOTCache=" + file());
    }

    private static synchronized Path file() {
        Path file = LIBRARIES.resolve("program.aot");
        if (!Files.exists(file)) {
            try {
                Path making = LIBRARIES.resolve("making.aot");
                train(making);
                var _ = Files.move(making, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (Exception e) {
                throw new AssertionError("no AOT cache was made", e);
            }
        }
        return file;
    }

    private static void train(Path file) throws Exception {
        try (ScratchFolder data = ScratchFolder.make()) {
            PreparedData.copyTo(data.path());
            try (Program program = Program.startTraining(file, data.path());
                    Client client = new Client(program.address())) {
                Shoppers shoppers = new Shoppers(program, client);
                String admin = shoppers.logIn(Shoppers.ADMIN);
                long sale = shoppers.openSale(admin, 1);
                assertTrue(client.post("/voucher-order/seckill/" + sale, admin, null)
                        .success());
                assertEquals(143, program.terminate(), program::output);
            }
        }
    }
}
