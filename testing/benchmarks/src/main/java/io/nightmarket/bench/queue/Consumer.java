package io.nightmarket.bench.queue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One who takes orders out. Blocks. */
interface Consumer {
    /** The next orders, by their ids, up to so many; none when none comes for a moment. */
    List<Long> take(int most) throws IOException;

    /** As many, unless for a moment none comes. */
    default List<Long> gather(int count) throws IOException {
        List<Long> all = new ArrayList<>();
        List<Long> some = take(count);
        while (!some.isEmpty()) {
            all.addAll(some);
            some = all.size() < count ? take(count - all.size()) : List.of();
        }
        return all;
    }

    /** All that this one took is done with. */
    void acknowledge() throws IOException;

    /** Reads what this one took once more, from behind so many of them on; nothing where that can't be done. */
    List<Long> again(int behind) throws IOException;
}
