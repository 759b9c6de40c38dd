package io.nightmarket.domain.shop;

import java.util.ArrayList;
import java.util.List;

/** The nearest of many shops, as many as there is room for: a heap with the farthest, and of those the greatest id, on top. */
final class Nearest {
    private final double[] squares;
    private final long[] ids;
    private double limit;
    private int count;

    /** @param limit those farther away are not taken; by the square of the straight line, as all distances here */
    Nearest(int room, double limit) {
        this.squares = new double[room];
        this.ids = new long[room];
        this.limit = limit;
    }

    /** A shop farther away is not among the nearest. */
    double limit() {
        return limit;
    }

    /** Whether that changed the limit. */
    boolean add(double square, long id) {
        if (square > limit) {
            return false;
        }
        if (count < ids.length) {
            rise(count++, square, id);
            if (count < ids.length) {
                return false;
            }
        } else if (isFarther(squares[0], ids[0], square, id)) {
            sink(square, id);
        } else {
            return false;
        }
        limit = squares[0];
        return true;
    }

    /** Those after a number of nearer ones, nearest first; they are taken out. */
    List<Nearby<ShopId>> takeAfter(long offset) {
        List<Nearby<ShopId>> page = new ArrayList<>((int) Math.max(0, count - offset));
        while (count > offset) {
            page.add(new Nearby<>(new ShopId(ids[0]), Candidates.metres(squares[0])));
            count--;
            sink(squares[count], ids[count]);
        }
        return page.reversed();
    }

    private void rise(int from, double square, long id) {
        int place = from;
        while (place > 0 && isFarther(square, id, squares[(place - 1) / 2], ids[(place - 1) / 2])) {
            put(place, squares[(place - 1) / 2], ids[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        put(place, square, id);
    }

    /** In place of the top. */
    private void sink(double square, long id) {
        int place = 0;
        while (2 * place + 1 < count) {
            int child = 2 * place + 1;
            if (child + 1 < count && isFarther(squares[child + 1], ids[child + 1], squares[child], ids[child])) {
                child++;
            }
            if (!isFarther(squares[child], ids[child], square, id)) {
                break;
            }
            put(place, squares[child], ids[child]);
            place = child;
        }
        put(place, square, id);
    }

    private void put(int place, double square, long id) {
        squares[place] = square;
        ids[place] = id;
    }

    private static boolean isFarther(double square, long id, double thanSquare, long thanId) {
        return square > thanSquare || (square == thanSquare && id > thanId);
    }
}
