package io.nightmarket.redis.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GeoHashTest {
    /** Results of GEOPOS and ZSCORE for places of the documentation of Redis. */
    @ParameterizedTest
    @CsvSource({
        "3479099956230698, 13.36138933897018433, 38.11555639549629859",
        "3479447370796909, 15.08726745843887329, 37.50266842333162032"
    })
    void theMiddleOfTheCellIsThatOfRedis(long hash, double longitude, double latitude) {
        assertEquals(longitude, GeoHash.longitude(hash), 1e-9);
        assertEquals(latitude, GeoHash.latitude(hash), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"0, -180, -85.05112878", "4503599627370495, 180, 85.05112878"})
    void theGridEndsWhereTheMapDoes(long hash, double longitude, double latitude) {
        assertEquals(longitude, GeoHash.longitude(hash), 1e-5);
        assertEquals(latitude, GeoHash.latitude(hash), 1e-5);
    }
}
