package io.nightmarket.http.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.stream.StreamPlaces.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StreamPlacesTest {
    private final List<Integer> ended = new ArrayList<>();

    private static StreamBounds bounds(int connections, int perAddress) {
        return new StreamBounds(new HttpConfig.Connections(connections, perAddress, Duration.ofSeconds(10)));
    }

    private static StreamPlaces places(int connections, int perAddress) {
        return new StreamPlaces(bounds(connections, perAddress));
    }

    private Place place(int user, int address) {
        return new Place(new UserId(user), address, () -> ended.add(user));
    }

    @Test
    void streamsTakeHalfOfAllConnections() {
        StreamPlaces places = places(20, 0);
        List<Place> all = IntStream.range(0, 10).mapToObj(i -> place(1 + i, i)).toList();
        all.forEach(place -> assertTrue(places.take(place)));
        assertFalse(places.take(place(11, 11)));
        assertEquals(10, places.taken());

        places.release(all.getFirst());
        places.release(all.getFirst());
        assertEquals(9, places.taken());
        assertTrue(places.take(place(11, 11)));
        assertFalse(places.take(place(12, 12)));
        assertEquals(List.of(), ended);
    }

    @Test
    void withoutALimitOfConnectionsThereAreTenThousand() {
        StreamPlaces places = places(0, 0);
        for (int i = 0; i < 10_000; i++) {
            assertTrue(places.take(place(1 + i, 1)));
        }
        assertFalse(places.take(place(10_001, 2)));
    }

    @Test
    void anAddressTakesHalfOfItsConnections() {
        StreamPlaces places = places(100, 4);
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
        StreamPlaces some = new StreamPlaces(bounds);
        StreamPlaces others = new StreamPlaces(bounds);
        Place first = place(1, 1);
        assertTrue(some.take(first));
        assertTrue(others.take(place(1, 1)));
        assertFalse(others.take(place(1, 1)));
        assertTrue(others.take(place(1, 2)));
        assertFalse(some.take(place(1, 2)));
        some.release(first);
        assertTrue(others.take(place(1, 1)));
        assertEquals(0, some.taken());
        assertEquals(3, others.taken());
    }

    @Test
    void theSixthOfAUserTakesThePlaceOfTheOldest() {
        StreamPlaces places = places(0, 0);
        List<Place> all = IntStream.range(0, 7).mapToObj(_ -> place(7, 1)).toList();
        all.forEach(place -> assertTrue(places.take(place)));
        assertEquals(List.of(7, 7), ended);
        assertEquals(5, places.taken());
        assertEquals(all.subList(2, 7), all.stream().filter(places::holds).toList());
    }
}
