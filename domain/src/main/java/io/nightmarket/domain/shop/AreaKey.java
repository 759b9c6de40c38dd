package io.nightmarket.domain.shop;

import java.util.stream.DoubleStream;

/** The shops of a type around one cell of the map, a hundredth of a degree wide and high: the same for all who are in it. */
public record AreaKey(long type, int cellX, int cellY) {
    private static final String BETWEEN = ":";
    private static final int CELLS_PER_DEGREE = 100;

    /** The key as text, which {@link #parse} reads. */
    public String text() {
        return type + BETWEEN + cellX + BETWEEN + cellY;
    }

    /**
     * Reads a key from its text.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static AreaKey parse(String text) {
        String[] parts = text.split(BETWEEN, -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("no area: " + text);
        }
        return new AreaKey(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    static AreaKey of(long type, Position position) {
        return new AreaKey(type, cell(position.x()), cell(position.y()));
    }

    private static int cell(double degrees) {
        return (int) Math.floor(degrees * CELLS_PER_DEGREE);
    }

    /** The middle of the cell, or of what of it is on the map. */
    Position center() {
        return corner(0.5, 0.5);
    }

    /** The most metres from the middle to a point of the cell. */
    double halfDiagonal() {
        Position center = center();
        return DoubleStream.of(0, 1)
                .flatMap(east -> DoubleStream.of(0, 1).map(north -> {
                    Position corner = corner(east, north);
                    return GreatCircle.metres(center, corner.x(), corner.y());
                }))
                .max()
                .orElseThrow();
    }

    private Position corner(double east, double north) {
        return new Position(
                within(Position.MAX_X, (cellX + east) / CELLS_PER_DEGREE),
                within(Position.MAX_Y, (cellY + north) / CELLS_PER_DEGREE));
    }

    private static double within(double max, double degrees) {
        return Math.clamp(degrees, -max, max);
    }
}
