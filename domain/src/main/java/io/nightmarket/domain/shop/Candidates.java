package io.nightmarket.domain.shop;

import io.nightmarket.domain.shop.ShopGeoSearch.Found;
import io.nightmarket.domain.shop.ShopGeoSearch.Located;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Shops of one type around a center, laid out for quick search from any point near it. Points are kept as vectors of
 * length one, since the straight line between two of those grows with the way over the ground and takes no sine to tell.
 *
 * <p>Copies of an area differ in age. Each knows up to which id it has all shops, and of two copies that have them up to an
 * id, either gives the same pages of those.
 */
public final class Candidates {
    /** Metres that a sum of distances may be wrong by. */
    private static final double ROUNDING = 0.001;

    /** @param square the square of the straight line to the reader */
    private record Candidate(double square, long id) {
        static final Comparator<Candidate> FARTHEST_FIRST = Comparator.comparingDouble(Candidate::square)
                .thenComparingLong(Candidate::id)
                .reversed();
    }

    private final Position center;
    private final double known;
    private final long upTo;
    private final long[] ids;
    private final double[] fromCenter;
    private final double[] east;
    private final double[] north;
    private final double[] up;

    /**
     * @param complete metres around the center within which there are no other shops
     * @param found nearest to the center first; when they reach beyond {@code complete}, there are no nearer others
     */
    public Candidates(Position center, double complete, Found found) {
        List<Located> shops = found.shops();
        int size = shops.size();
        this.center = center;
        this.upTo = found.upTo();
        this.ids = new long[size];
        this.fromCenter = new double[size];
        this.east = new double[size];
        this.north = new double[size];
        this.up = new double[size];
        for (int i = 0; i < size; i++) {
            Located shop = shops.get(i);
            ids[i] = shop.id().value();
            fromCenter[i] = GreatCircle.metres(center, shop.x(), shop.y());
            east[i] = east(shop.x(), shop.y());
            north[i] = north(shop.x(), shop.y());
            up[i] = up(shop.y());
        }
        // Others may lie as far away as the last one.
        this.known = Math.max(complete, size == 0 ? 0 : fromCenter[size - 1] - ROUNDING);
    }

    /** How many they are. */
    public int size() {
        return ids.length;
    }

    /** All shops of the area up to this id are here; of those above it, some may be. */
    long upTo() {
        return upTo;
    }

    /**
     * A page of shops within the radius of a point, after an offset of nearer ones. Where not all shops are known the
     * list ends early; it never has a gap.
     *
     * @param given shops with greater ids are left out; when empty, those above {@link #upTo} are, which the next copy may
     *     have more of
     */
    NearbyPage<ShopId> page(Position from, double radius, long offset, int size, OptionalLong given) {
        long last = given.orElse(upTo);
        double away = GreatCircle.metres(center, from.x(), from.y());
        double limit = Math.min(radius, known - away);
        if (offset >= ids.length || size == 0 || limit < 0) {
            return new NearbyPage<>(List.of(), last);
        }
        int room = (int) Math.min(ids.length, offset + size);
        PriorityQueue<Candidate> nearest = new PriorityQueue<>(Candidate.FARTHEST_FIRST);
        double squareLimit = square(limit);
        double fromEast = east(from.x(), from.y());
        double fromNorth = north(from.x(), from.y());
        double fromUp = up(from.y());
        // No shop is nearer than its distance from the center less the reader's.
        for (int i = 0; i < ids.length && fromCenter[i] - away <= limit + ROUNDING; i++) {
            double byEast = east[i] - fromEast;
            double byNorth = north[i] - fromNorth;
            double byUp = up[i] - fromUp;
            double square = byEast * byEast + byNorth * byNorth + byUp * byUp;
            if (ids[i] <= last && square <= squareLimit) {
                nearest.add(new Candidate(square, ids[i]));
                if (nearest.size() > room) {
                    nearest.remove();
                    squareLimit = nearest.element().square();
                    limit = metres(squareLimit);
                }
            }
        }
        return new NearbyPage<>(after(offset, nearest), last);
    }

    private static List<Nearby<ShopId>> after(long offset, PriorityQueue<Candidate> nearest) {
        return nearest.stream()
                .sorted(Candidate.FARTHEST_FIRST.reversed())
                .skip(offset)
                .map(shop -> new Nearby<>(new ShopId(shop.id()), metres(shop.square())))
                .toList();
    }

    private static double east(double x, double y) {
        return Math.cos(Math.toRadians(y)) * Math.sin(Math.toRadians(x));
    }

    private static double north(double x, double y) {
        return Math.cos(Math.toRadians(y)) * Math.cos(Math.toRadians(x));
    }

    private static double up(double y) {
        return Math.sin(Math.toRadians(y));
    }

    /** Metres over the ground, by the square of the straight line between two vectors. */
    private static double metres(double square) {
        return 2 * GreatCircle.RADIUS * Math.asin(Math.min(1, Math.sqrt(square) / 2));
    }

    private static double square(double metres) {
        double line = 2 * Math.sin(metres / (2 * GreatCircle.RADIUS));
        return line * line;
    }
}
