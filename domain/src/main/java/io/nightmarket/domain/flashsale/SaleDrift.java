package io.nightmarket.domain.flashsale;

import io.nightmarket.domain.order.QueueCount;

/**
 * By how much what is held of a sale departs from what always holds. Each part is 0 where it holds, or where that can't be
 * told for now.
 *
 * @param books units in the books beyond those that were issued
 * @param units units in the queue beyond those in the books
 * @param buyers in the queue beyond the claims in the books
 * @param adjustments that the queue applied beyond those that the books' stock contains
 */
public record SaleDrift(long books, long units, long buyers, long adjustments) {
    public static final SaleDrift NONE = new SaleDrift(0, 0, 0, 0);

    /** Of a sale that is held alike in both places. */
    static SaleDrift alike(SaleCount books) {
        return new SaleDrift(ofBooks(books), 0, 0, 0);
    }

    /**
     * Of a sale that was counted by turns: in the queue, in the books, and so again. Units and adjustments tell something
     * when the books' did not change about the queue's count and none was under way; buyers only when nothing changed at
     * all and no order was on its way between the two.
     */
    static SaleDrift between(QueueCount queueFirst, SaleCount booksFirst, QueueCount queue, SaleCount books) {
        boolean still = booksFirst.pending() == 0
                && books.pending() == 0
                && booksFirst.units() == books.units()
                && booksFirst.adjustments() == books.adjustments();
        boolean quiet = still
                && queueFirst.equals(queue)
                && booksFirst.equals(books)
                && queue.waiting() == 0
                && books.owed() == 0;
        return new SaleDrift(
                ofBooks(books),
                still ? queue.units() - books.units() : 0,
                quiet ? queue.buyers() - books.claims() : 0,
                still ? queue.adjustments() - books.adjustments() : 0);
    }

    private static long ofBooks(SaleCount books) {
        return books.units() - books.sale().issued();
    }

    /** What of it was the same at an earlier look. */
    SaleDrift alsoIn(SaleDrift earlier) {
        return new SaleDrift(
                books == earlier.books ? books : 0,
                units == earlier.units ? units : 0,
                buyers == earlier.buyers ? buyers : 0,
                adjustments == earlier.adjustments ? adjustments : 0);
    }

    /** How many units or buyers the queue is wrong about. */
    public long inQueue() {
        return Math.abs(units) + Math.abs(buyers) + Math.abs(adjustments);
    }

    /** How many units the books are wrong about. */
    public long inBooks() {
        return Math.abs(books);
    }
}
