package io.nightmarket.bootstrap.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.bootstrap.bus.BusMessage.CacheInvalidated;
import io.nightmarket.bootstrap.bus.BusMessage.CacheLoaded;
import io.nightmarket.bootstrap.bus.BusMessage.CacheRebuild;
import io.nightmarket.bootstrap.bus.BusMessage.FeedsChanged;
import io.nightmarket.bootstrap.bus.BusMessage.LockForceUnlocked;
import io.nightmarket.bootstrap.bus.BusMessage.LockReleased;
import io.nightmarket.bootstrap.bus.BusMessage.OrdersChanged;
import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled;
import io.nightmarket.bootstrap.bus.BusMessage.OrdersSettled.Bought;
import io.nightmarket.bootstrap.bus.BusMessage.PulledAuthorPublished;
import io.nightmarket.bootstrap.bus.BusMessage.SaleChanged;
import io.nightmarket.bootstrap.bus.BusMessage.SessionChanged;
import io.nightmarket.bootstrap.bus.BusMessage.SessionEnded;
import io.nightmarket.bootstrap.bus.BusMessage.SettlementStalled;
import io.vertx.core.buffer.Buffer;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class BusCodecTest {
    private static final List<BusMessage> MESSAGES = List.of(
            new CacheRebuild("shop", "42", 1L << 50),
            new CacheInvalidated("shop", "node", 7, "42"),
            new CacheInvalidated("shop", "node", 7, null),
            new CacheLoaded("shop", "42"),
            new OrdersSettled(List.of(new Bought(1L << 62, 2, 3), new Bought(4, 5, 6)), List.of(new Bought(7, 8, 9))),
            new SettlementStalled(3, 1L << 41, "no such table"),
            new OrdersChanged(List.of(1L << 62, 3L)),
            new FeedsChanged(List.of(1L << 62, 3L)),
            new PulledAuthorPublished(1L << 62),
            new SaleChanged(1L << 62, 1L << 52),
            new LockReleased("shard:1"),
            new LockForceUnlocked("shard:1"),
            new SessionEnded("0".repeat(32)),
            new SessionChanged("1".repeat(32)));

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void everyMessageComesOutAsItWentIn(BusMessage message) {
        assertEquals(message, roundTrip(message.getClass(), message));
    }

    @Test
    void theTestCoversEveryMessage() {
        assertEquals(
                Set.of(BusMessage.class.getPermittedSubclasses()),
                MESSAGES.stream().map(Object::getClass).collect(Collectors.toSet()));
    }

    @Test
    void garbageThrows() {
        Buffer wire = Buffer.buffer().appendInt(3).appendString("{no");
        BusCodec<CacheRebuild> codec = new BusCodec<>(CacheRebuild.class);
        assertThrows(UncheckedIOException.class, () -> codec.decodeFromWire(0, wire));
    }

    private static <M extends BusMessage> BusMessage roundTrip(Class<M> type, BusMessage message) {
        BusCodec<M> codec = new BusCodec<>(type);
        Buffer wire = Buffer.buffer("head");
        codec.encodeToWire(wire, type.cast(message));
        return codec.decodeFromWire(4, wire);
    }

    /** From a node of the next version, which waits for no other. */
    @Test
    void membersThatThisVersionDoesNotKnowArePassedOver() {
        String json = "{\"key\":\"shard:1\",\"since\":{\"term\":7}}";
        Buffer wire = Buffer.buffer().appendInt(json.length()).appendString(json);

        assertEquals(new LockReleased("shard:1"), new BusCodec<>(LockReleased.class).decodeFromWire(0, wire));
    }
}
