package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.SiteDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** {@code demo-data} of the packaged program. */
@ResourceLock("TestServers")
final class DemoDataIT {
    @Test
    @Tag("commands")
    void anEmptyDatabaseIsFilledOnceAndOneInUseIsLeftAsItIs() throws Exception {
        try (SiteDatabase database = new SiteDatabase()) {
            String filled = ended(0, database);
            assertTrue(
                    filled.startsWith("the demo data is loaded; the owner of the phone 13800000000 is an admin"),
                    filled);
            List<String> shops = database.rows("SELECT COUNT(*) FROM tb_shop");
            assertTrue(Integer.parseInt(shops.getFirst()) > 50, shops::toString);
            assertEquals(
                    "nightmarket: the database has shops or users; the demo data goes into an empty one",
                    ended(2, database));
            assertEquals(shops, database.rows("SELECT COUNT(*) FROM tb_shop"));
        }
    }

    private static String ended(int code, SiteDatabase database) throws Exception {
        Map<String, String> patient = Map.of("NIGHTMARKET_MYSQL", database.uri(), "NIGHTMARKET_MYSQL_TIMEOUT", "20s");
        try (Program program = Program.command(patient, "demo-data")) {
            assertEquals(code, program.exitCode(), program::output);
            return program.output();
        }
    }
}
