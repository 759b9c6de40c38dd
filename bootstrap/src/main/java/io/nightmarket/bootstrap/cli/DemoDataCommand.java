package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.EmbeddedMode;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.Edition;
import io.nightmarket.mysql.MySqlSchema;
import java.time.Clock;
import picocli.CommandLine.Command;

/** Fills an empty real database with the demo's shops, people, vouchers and notes. */
@Command(
        name = "demo-data",
        description = "Fills an empty real database with the demo's shops, people, vouchers and notes.",
        mixinStandardHelpOptions = true)
public final class DemoDataCommand extends DatabaseCommand {
    @Override
    String run() {
        if (Edition.ofThisProgram() == Edition.DISTRIBUTION) {
            throw new Refused(
                    "the distribution has no demo data: run this command in a checkout, with the same addresses");
        }
        AppConfig config = database();
        if (config.embedded()) {
            throw new Refused("name a database by --mysql; embedded servers have the demo data already");
        }
        MySqlSchema.migrate(config.mysql());
        if (!EmbeddedMode.loadDemoData(config.mysql(), Clock.systemUTC())) {
            throw new Refused("the database has shops or users; the demo data goes into an empty one");
        }
        return "the demo data is loaded; the owner of the phone 13800000000 is an admin now, that of 13800000001 a merchant:"
                + " \"nightmarket user revoke\" takes that away";
    }
}
