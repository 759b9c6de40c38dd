package io.nightmarket.chaos.stage;

import io.nightmarket.embedded.LoopbackPort;
import java.util.Optional;
import java.util.stream.IntStream;

/** Ports of this machine. */
public final class Ports {
    private Ports() {}

    /** The first of so many ports that somebody has. */
    public static Optional<Integer> taken(int first, int count) {
        return IntStream.range(first, first + count)
                .filter(port -> !LoopbackPort.isFree(port))
                .boxed()
                .findFirst();
    }
}
