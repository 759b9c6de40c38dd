package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.testnode.Crowd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Accepts buyers in bulk, straight through the queue's port: what a run needs to be there before it begins. */
final class Filling {
    private static final int GROUP = 500;
    private static final int GROUPS_AT_ONCE = 8;

    /** Not a user of the crowd. */
    private static final long FIRST_BUYER = 1L << 33;

    private final OrderQueue queue;

    /** Small: ids of nodes bear the time and stand above. */
    private long lastOrder = 1_000_000_000;

    Filling(OrderQueue queue) {
        this.queue = queue;
    }

    /** Has this number of buyers accepted in each sale. */
    void fill(List<Sale> sales, int each) throws IOException {
        fill(sales, each, FIRST_BUYER);
    }

    /** As {@link #fill}, with buyers of the crowd. */
    void fillWithCrowd(List<Sale> sales, int each) throws IOException {
        fill(sales, each, Crowd.user(0));
    }

    /** How many buyers were accepted, and in how many seconds. */
    record Filled(long buyers, double seconds) {
        double rate() {
            return buyers / seconds;
        }
    }

    /** Has new buyers accepted for about this time, one call of this many after the other. */
    Filled fillFor(Sale sale, int group, Duration time) throws IOException {
        long begin = System.nanoTime();
        long done = 0;
        while (System.nanoTime() - begin < time.toNanos()) {
            check(queue.admit(sale.epoch(), sale.voucher(), group(sale, FIRST_BUYER + done, group)));
            done += group;
        }
        return new Filled(done, (System.nanoTime() - begin) / 1e9);
    }

    private void fill(List<Sale> sales, int each, long firstBuyer) throws IOException {
        Deque<CompletionStage<List<Admission>>> underWay = new ArrayDeque<>();
        for (int done = 0; done < each; done += GROUP) {
            for (Sale sale : sales) {
                if (underWay.size() >= GROUPS_AT_ONCE) {
                    check(underWay.removeFirst());
                }
                underWay.addLast(queue.admit(
                        sale.epoch(), sale.voucher(), group(sale, firstBuyer + done, Math.min(GROUP, each - done))));
            }
        }
        while (!underWay.isEmpty()) {
            check(underWay.removeFirst());
        }
    }

    private List<AdmissionRequest> group(Sale sale, long first, int size) {
        List<AdmissionRequest> group = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            UserId buyer = new UserId(first + i);
            group.add(new AdmissionRequest(new Purchase(new OrderId(++lastOrder), sale.voucher(), buyer), ""));
        }
        return group;
    }

    private static void check(CompletionStage<List<Admission>> group) throws IOException {
        for (Admission admission : await(group)) {
            if (!(admission instanceof Admission.Accepted)) {
                throw new IOException("a buyer filled in was not accepted: " + admission);
            }
        }
    }
}
