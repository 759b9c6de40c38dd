package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Users by a number, who are counted from the front; short lists one after the other keep each step cheap. */
final class RankedLine {
    private static final int MAX = 512;
    private static final Comparator<Place> ORDER = Comparator.comparingLong(Place::number)
            .thenComparing(place -> Long.toString(place.user().value()));

    private final List<List<Place>> parts = new ArrayList<>(List.of(new ArrayList<>()));
    private int size;

    record Place(long number, UserId user) {}

    private int part(Place place) {
        int low = 0;
        int high = parts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (ORDER.compare(parts.get(middle).getFirst(), place) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    void add(Place place) {
        int at = part(place);
        List<Place> part = parts.get(at);
        int index = Collections.binarySearch(part, place, ORDER);
        if (index >= 0) {
            return;
        }
        part.add(-index - 1, place);
        size++;
        if (part.size() > MAX) {
            List<Place> tail = part.subList(MAX / 2, part.size());
            parts.add(at + 1, new ArrayList<>(tail));
            tail.clear();
        }
    }

    void remove(Place place) {
        int at = part(place);
        List<Place> part = parts.get(at);
        int index = Collections.binarySearch(part, place, ORDER);
        if (index >= 0) {
            part.remove(index);
            size--;
            if (part.isEmpty() && parts.size() > 1) {
                parts.remove(at);
            }
        }
    }

    /** How many are before this place. */
    int rank(Place place) {
        int at = part(place);
        int before = 0;
        for (int i = 0; i < at; i++) {
            before += parts.get(i).size();
        }
        int index = Collections.binarySearch(parts.get(at), place, ORDER);
        return before + (index >= 0 ? index : -index - 1);
    }

    int size() {
        return size;
    }
}
