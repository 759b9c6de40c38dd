package io.nightmarket.domain.note;

/** Is notified of what the comparison of likes found. */
public interface LikeMeter {
    /**
     * After each iteration.
     *
     * @param totals by how many likes the totals in notes' rows differed before they were written
     * @param sets how many sets missed a change, and were dropped
     */
    void compared(long totals, long sets);
}
