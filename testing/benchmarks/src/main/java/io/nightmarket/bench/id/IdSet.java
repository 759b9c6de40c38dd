package io.nightmarket.bench.id;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Ids that were given out, kept as runs of successive ones, which are few when segments are given out in order. */
final class IdSet {
    /** First of a run to its last; no two touch the same id. */
    private final TreeMap<Long, Long> runs = new TreeMap<>();

    private long count;
    private long duplicates;

    /** Takes the array over, and sorts it. */
    void add(long[] ids) {
        Arrays.sort(ids);
        count += ids.length;
        int first = 0;
        for (int i = 1; i <= ids.length; i++) {
            if (i == ids.length || ids[i] != ids[i - 1] + 1) {
                addRun(ids[first], ids[i - 1]);
                first = i;
            }
        }
    }

    private void addRun(long first, long last) {
        long start = first;
        long end = last;
        while (true) {
            Map.Entry<Long, Long> before = runs.floorEntry(end);
            if (before == null || before.getValue() < start) {
                runs.put(start, end);
                return;
            }
            duplicates += Math.min(last, before.getValue()) - Math.max(first, before.getKey()) + 1;
            runs.remove(before.getKey());
            start = Math.min(start, before.getKey());
            end = Math.max(end, before.getValue());
        }
    }

    long count() {
        return count;
    }

    /** How many were given out before. */
    long duplicates() {
        return duplicates;
    }
}
