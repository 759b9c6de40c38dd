package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.Main;
import io.nightmarket.bootstrap.config.ConfigLoader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows support what an id or an order number says; needs the configuration of a node, and no server. */
@Command(
        name = "id",
        description = "Shows what the id of an order, or the number its buyer sees, says.",
        mixinStandardHelpOptions = true)
public final class IdCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NUMBER", description = "an id, or an order number of 19 digits")
    private String number = "";

    @Option(names = "--config", paramLabel = "FILE", description = "configuration (conf/application.yaml)")
    private @Nullable Path file;

    @Option(names = "--data", paramLabel = "DIR", description = "folder of the embedded servers (data/)")
    private @Nullable Path data;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final ConfigLoader loader;
    private final Clock clock;

    IdCommand() {
        this(ConfigLoader.ofThisProcess(), Clock.systemUTC());
    }

    IdCommand(ConfigLoader loader, Clock clock) {
        this.loader = loader;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        KnownNumbers known = KnownNumbers.of(
                loader,
                file,
                data == null ? Map.of() : Map.of("data", data.toAbsolutePath().toString()));
        List<IdReading> readings = IdReading.of(number, known.numbers(), clock.instant());
        if (readings.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("nightmarket: " + number
                            + " is no id of an order, and no order number made with this secret"
                            + (known.numbers().isPresent() ? "" : " (" + known.problem() + ')'));
            return Main.EXIT_SETUP;
        }
        for (IdReading reading : readings) {
            spec.commandLine().getOut().println(reading.text(known.problem()));
        }
        return 0;
    }
}
