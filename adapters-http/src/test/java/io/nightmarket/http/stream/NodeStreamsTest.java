package io.nightmarket.http.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.stream.NodeStreams.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NodeStreamsTest {
    private final List<Integer> ended = new ArrayList<>();

    private static StreamBounds bounds(int connections, int perAddress) {
        return new StreamBounds(new HttpConfig.Connections(connections, perAddress, Duration.ofSeconds(10)));
    }

    private static NodeStreams streams(StreamBounds bounds) {
        return new NodeStreams(new ClientAddresses(_ -> false), bounds, Duration.ofSeconds(1));
    }

    private static NodeStreams places(int connections, int perAddress) {
        return streams(bounds(connections, perAddress));
    }

    private Place place(int user, int address) {
        return new Place(new UserId(user), address, () -> ended.add(user));
    }

    @Test
    void streamsTakeHalfOfAllConnections() {
        NodeStreams places = places(20, 0);
        List<Place> all = IntStream.range(0, 10).mapToObj(i -> place(1 + i, i)).toList();
        all.forEach(place -> assertTrue(places.take(place)));
        assertFalse(places.take(place(11, 11)));
        assertEquals(10, places.count());

        places.release(all.getFirst());
        places.release(all.getFirst());
        assertEquals(9, places.count());
        assertTrue(places.take(place(11, 11)));
        assertFalse(places.take(place(12, 12)));
        assertEquals(List.of(), ended);
    }

    @Test
    void withoutALimitOfConnectionsThereAreTenThousand() {
        NodeStreams places = places(0, 0);
        for (int i = 0; i < 10_000; i++) {
            assertTrue(places.take(place(1 + i, 1)));
        }
        assertFalse(places.take(place(10_001, 2)));
    }

    @Test
    void anAddressTakesHalfOfItsConnections() {
        NodeStreams places = places(100, 4);
        Place first = place(1, 1);
        assertTrue(places.take(first));
        assertTrue(places.take(place(2, 1)));
        assertFalse(places.take(place(3, 1)));
        assertTrue(places.take(place(3, 2)));
        places.release(first);
        assertTrue(places.take(place(3, 1)));
    }

    @Test
    void streamsOfAllKindsShareWhatThereIs() {
        StreamBounds bounds = bounds(6, 4);
        NodeStreams some = streams(bounds);
        NodeStreams others = streams(bounds);
        Place first = place(1, 1);
        assertTrue(some.take(first));
        assertTrue(others.take(place(1, 1)));
        assertFalse(others.take(place(1, 1)));
        assertTrue(others.take(place(1, 2)));
        assertFalse(some.take(place(1, 2)));
        some.release(first);
        assertTrue(others.take(place(1, 1)));
        assertEquals(0, some.count());
        assertEquals(3, others.count());
    }

    @Test
    void theSixthOfAUserTakesThePlaceOfTheOldest() {
        NodeStreams places = places(0, 0);
        List<Place> all = IntStream.range(0, 7).mapToObj(_ -> place(7, 1)).toList();
        all.forEach(place -> assertTrue(places.take(place)));
        assertEquals(List.of(7, 7), ended);
        assertEquals(5, places.count());
        assertEquals(all.subList(2, 7), all.stream().filter(places::holds).toList());
    }
}
