package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RequestBytesTest {
    /** Each of these lines is handed on as a part of its own. */
    @Test
    void aBodyOfIndentedLinesIsNotReadToItsEnd() {
        RequestBytes bytes = new RequestBytes(Duration.ofSeconds(10));
        EmbeddedChannel channel = new EmbeddedChannel(bytes);
        bytes.headArrived();

        var _ = channel.writeInbound(Unpooled.copiedBuffer("\n ".repeat(100_000), StandardCharsets.US_ASCII));

        assertFalse(channel.isOpen());
        assertTrue(
                channel.inboundMessages().size() < 5_000,
                "parts: " + channel.inboundMessages().size());
        var _ = channel.releaseInbound();
    }
}
