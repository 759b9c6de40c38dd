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
import io.nightmarket.bootstrap.bus.BusMessage.SessionChanged;
import io.nightmarket.bootstrap.bus.BusMessage.SessionEnded;
import io.nightmarket.bootstrap.bus.BusMessage.SettlementStalled;
import io.vertx.core.buffer.Buffer;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BusCodecTest {
    @Test
    void everyMessageComesOutAsItWentIn() {
        CacheRebuild rebuild = new CacheRebuild("shop", "42", 1L << 50);
        assertEquals(rebuild, roundTrip(CacheRebuild.class, rebuild));
        CacheInvalidated changed = new CacheInvalidated("shop", "node", 7, "42");
        assertEquals(changed, roundTrip(CacheInvalidated.class, changed));
        CacheInvalidated pulse = new CacheInvalidated("shop", "node", 7, null);
        assertEquals(pulse, roundTrip(CacheInvalidated.class, pulse));
        CacheLoaded filled = new CacheLoaded("shop", "42");
        assertEquals(filled, roundTrip(CacheLoaded.class, filled));
        OrdersSettled settled = new OrdersSettled(
                List.of(new Bought(1L << 62, 2, 3), new Bought(4, 5, 6)), List.of(new Bought(7, 8, 9)));
        assertEquals(settled, roundTrip(OrdersSettled.class, settled));
        SettlementStalled stalled = new SettlementStalled(3, 1L << 41, "no such table");
        assertEquals(stalled, roundTrip(SettlementStalled.class, stalled));
        OrdersChanged orders = new OrdersChanged(List.of(1L << 62, 3L));
        assertEquals(orders, roundTrip(OrdersChanged.class, orders));
        FeedsChanged feeds = new FeedsChanged(List.of(1L << 62, 3L));
        assertEquals(feeds, roundTrip(FeedsChanged.class, feeds));
        PulledAuthorPublished published = new PulledAuthorPublished(1L << 62);
        assertEquals(published, roundTrip(PulledAuthorPublished.class, published));
        LockReleased released = new LockReleased("shard:1");
        assertEquals(released, roundTrip(LockReleased.class, released));
        LockForceUnlocked unlocked = new LockForceUnlocked("shard:1");
        assertEquals(unlocked, roundTrip(LockForceUnlocked.class, unlocked));
        SessionEnded ended = new SessionEnded("0".repeat(32));
        assertEquals(ended, roundTrip(SessionEnded.class, ended));
        SessionChanged other = new SessionChanged("1".repeat(32));
        assertEquals(other, roundTrip(SessionChanged.class, other));
    }

    @Test
    void theTestCoversEveryMessage() {
        assertEquals(12, BusMessage.class.getPermittedSubclasses().length);
    }

    @Test
    void garbageThrows() {
        Buffer wire = Buffer.buffer().appendInt(3).appendString("{no");
        BusCodec<CacheRebuild> codec = new BusCodec<>(CacheRebuild.class);
        assertThrows(UncheckedIOException.class, () -> codec.decodeFromWire(0, wire));
    }

    private static <M extends BusMessage> M roundTrip(Class<M> type, M message) {
        BusCodec<M> codec = new BusCodec<>(type);
        Buffer wire = Buffer.buffer("head");
        codec.encodeToWire(wire, message);
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
