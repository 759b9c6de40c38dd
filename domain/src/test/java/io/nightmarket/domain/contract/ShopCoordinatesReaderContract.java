package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class ShopCoordinatesReaderContract {
    private final long first = ThreadLocalRandom.current().nextLong(1_000_000_000L, 1L << 50);

    protected abstract ShopCoordinatesReader coordinates();

    protected abstract void add(ShopCoordinates place);

    private ShopCoordinates added(long id) {
        ShopCoordinates place = new ShopCoordinates(new ShopId(id), 7, 120.149993, 30.334229);
        add(place);
        return place;
    }

    @Test
    void aPlaceIsFoundAsItWasStoredAlsoOneThatIsNotOnTheMap() {
        ShopCoordinates place = added(first);
        ShopCoordinates odd = new ShopCoordinates(new ShopId(first + 1), 0, 200, -90);
        add(odd);
        assertEquals(Optional.of(place), await(coordinates().find(place.id())));
        assertEquals(Optional.of(odd), await(coordinates().find(odd.id())));
        ShopId unknown = new ShopId(first + 2);
        assertEquals(Optional.empty(), await(coordinates().find(unknown)));
        assertEquals(
                Set.of(place, odd), Set.copyOf(await(coordinates().findAll(List.of(place.id(), unknown, odd.id())))));
        assertEquals(List.of(), await(coordinates().findAll(List.of())));
        assertEquals(List.of(), await(coordinates().after(Long.MAX_VALUE, 10)));
    }

    @Test
    void shopsAfterAnIdComeByIdAndNotMoreThanAskedFor() {
        ShopCoordinates third = added(first + 5);
        ShopCoordinates one = added(first);
        ShopCoordinates two = added(first + 2);
        assertEquals(List.of(one, two), await(coordinates().after(first - 1, 2)));
        assertEquals(List.of(two, third), await(coordinates().after(first, 2)));
        assertEquals(List.of(third), await(coordinates().after(first + 2, 1)));
    }
}
