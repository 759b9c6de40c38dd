package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.NodeSecret;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.domain.order.OrderNumbers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Order numbers as a command reads them, by the secret of the nodes.
 *
 * @param problem why there are none
 */
record KnownNumbers(Optional<OrderNumbers> numbers, String problem) {
    static KnownNumbers of(ConfigLoader loader, @Nullable Path file, Map<String, String> options) {
        try {
            return new KnownNumbers(
                    NodeSecret.existing(loader.load(file, options)).map(keys -> new OrderNumbers(keys.orderNumbers())),
                    "no node has run here, so there is no secret yet");
        } catch (ConfigException e) {
            return new KnownNumbers(Optional.empty(), String.valueOf(e.getMessage()));
        }
    }
}
