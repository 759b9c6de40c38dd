package io.nightmarket.bootstrap.cli;

import java.util.List;
import picocli.CommandLine.Command;

/** The client of the embedded Redis. */
@Command(
        name = "redis",
        description = "Opens redis-cli on the embedded Redis, or shows how to.",
        mixinStandardHelpOptions = true)
public final class RedisCommand extends ClientCommand {
    RedisCommand() {
        super("redis", List.of("redis-cli"), "REDISCLI_AUTH");
    }

    @Override
    List<String> arguments(String client, int port) {
        return List.of("-h", "127.0.0.1", "-p", Integer.toString(port));
    }
}
