package io.nightmarket.redis.shop;

import io.nightmarket.domain.shop.Position;

/**
 * A place as Redis keeps it in a geo set: the number of a cell of a grid with 2^26 columns and rows, of which every other
 * bit counts the rows and the rest the columns. A number is a fraction of the work of two decimals of seventeen digits, for
 * Redis to write and for a node to read.
 */
final class GeoHash {
    private static final double CELLS = 1L << 26;
    private static final long ROWS = 0x5555_5555_5555_5555L;

    private GeoHash() {}

    /** The longitude of the cell's middle, as Redis reports it. */
    static double longitude(long hash) {
        return middle(Long.compress(hash, ~ROWS), Position.MAX_X);
    }

    /** The latitude of the cell's middle, as Redis reports it. */
    static double latitude(long hash) {
        return middle(Long.compress(hash, ROWS), Position.MAX_Y);
    }

    private static double middle(long cell, double max) {
        return -max + (cell + 0.5) / CELLS * (2 * max);
    }
}
