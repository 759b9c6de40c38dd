package io.nightmarket.bootstrap.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled;
import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled.Bought;
import io.nightmarket.bootstrap.bus.BusMessage.SessionEnded;
import io.nightmarket.bootstrap.bus.BusMessage.ShopRebuild;
import io.nightmarket.bootstrap.bus.BusMessage.ShopTypesRebuild;
import io.vertx.core.buffer.Buffer;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BusCodecTest {
    @Test
    void everyMessageComesOutAsItWentIn() {
        assertEquals(new ShopRebuild(42), roundTrip(ShopRebuild.class, new ShopRebuild(42)));
        assertEquals(new ShopTypesRebuild(), roundTrip(ShopTypesRebuild.class, new ShopTypesRebuild()));
        OrdersSettled settled = new OrdersSettled(
                List.of(new Bought(1L << 62, 2, 3), new Bought(4, 5, 6)), List.of(new Bought(7, 8, 9)));
        assertEquals(settled, roundTrip(OrdersSettled.class, settled));
        SessionEnded ended = new SessionEnded("0".repeat(32));
        assertEquals(ended, roundTrip(SessionEnded.class, ended));
    }

    @Test
    void theTestCoversEveryMessage() {
        assertEquals(4, BusMessage.class.getPermittedSubclasses().length);
    }

    @Test
    void garbageThrows() {
        Buffer wire = Buffer.buffer().appendInt(3).appendString("{no");
        BusCodec<ShopRebuild> codec = new BusCodec<>(ShopRebuild.class);
        assertThrows(UncheckedIOException.class, () -> codec.decodeFromWire(0, wire));
    }

    private static <M extends BusMessage> M roundTrip(Class<M> type, M message) {
        BusCodec<M> codec = new BusCodec<>(type);
        Buffer wire = Buffer.buffer("head");
        codec.encodeToWire(wire, message);
        return codec.decodeFromWire(4, wire);
    }
}
