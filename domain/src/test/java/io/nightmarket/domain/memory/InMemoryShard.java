package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.OrderQueue.Reservation;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sales and the stream of one shard; every method is one atomic step. */
final class InMemoryShard {
    private static final class Sale {
        private final long opening;
        private final List<UserId> admitted = new ArrayList<>();
        private SaleState state;
        private SaleWindow window;
        private final Map<UserId, OrderId> buyers;
        private final Map<UserId, String> requestKeys = new HashMap<>();
        private final Map<UserId, Long> revisions = new HashMap<>();
        private final Set<Long> adjustments;
        private final Set<Long> refused = new HashSet<>();
        private long version;
        /** The version of the change that was applied last. */
        private long changed;

        private long available;
        /** The last of the waitlist for whom units are held; 0: none. */
        private long waitlist;

        Sale(SaleSnapshot snapshot, Map<UserId, Purchase> reservations, long opening) {
            this.opening = opening;
            this.state = snapshot.sale().state();
            this.window = snapshot.sale().window();
            this.buyers = new HashMap<>();
            reservations.forEach((buyer, purchase) -> {
                buyers.put(buyer, purchase.order());
                revisions.put(buyer, purchase.revision());
            });
            this.adjustments = new HashSet<>(snapshot.adjustments());
            this.version = snapshot.sale().version();
            this.available = snapshot.available();
        }

        Sale(Sale other) {
            this.opening = other.opening;
            this.admitted.addAll(other.admitted);
            this.state = other.state;
            this.window = other.window;
            this.buyers = new HashMap<>(other.buyers);
            this.requestKeys.putAll(other.requestKeys);
            this.revisions.putAll(other.revisions);
            this.adjustments = new HashSet<>(other.adjustments);
            this.refused.addAll(other.refused);
            this.version = other.version;
            this.changed = other.changed;
            this.available = other.available;
            this.waitlist = other.waitlist;
        }
    }

    private enum Door {
        FENCED,
        REBUILDING,
        OPEN
    }

    /** As many orders as one entry holds; the last bits of an order's id are its place in the entry. */
    private static final int PLACES = 1 << 10;

    private record Reader(EntryId after, int max, CompletableFuture<List<QueueEntry>> found) {}

    private final Map<VoucherId, Sale> sales = new HashMap<>();
    private final TreeMap<EntryId, QueueEntry> stream = new TreeMap<>();
    /** The orders that count as waiting; an entry that somebody removes from the stream leaves its orders here. */
    private final Map<OrderId, UserId> queued = new HashMap<>();

    private final Clock clock;
    private final AtomicLong openings;
    private long epoch;
    private Door door = Door.FENCED;
    private EntryId last = EntryId.ZERO;
    private boolean begun;
    private @Nullable Reader reader;

    /** @param openings counts those of all shards */
    InMemoryShard(Clock clock, AtomicLong openings) {
        this.clock = clock;
        this.openings = openings;
    }

    /** What a server has that was restarted with the data of this moment: all of it, and nobody is let in. */
    synchronized InMemoryShard restarted() {
        InMemoryShard copy = new InMemoryShard(clock, openings);
        sales.forEach((voucher, sale) -> copy.sales.put(voucher, new Sale(sale)));
        copy.stream.putAll(stream);
        copy.queued.putAll(queued);
        copy.epoch = epoch;
        copy.last = last;
        copy.begun = begun;
        return copy;
    }

    synchronized void open(long expected, SaleSnapshot snapshot, Map<UserId, Purchase> reservations) {
        requireOpen(expected);
        if (!change(snapshot.sale())) {
            sales.put(snapshot.sale().voucher(), new Sale(snapshot, reservations, openings.incrementAndGet()));
        }
    }

    synchronized boolean change(FlashSale terms) {
        Sale known = sales.get(terms.voucher());
        if (known != null && terms.version() >= known.version) {
            known.version = terms.version();
            known.state = terms.state();
            known.window = terms.window();
        }
        return known != null;
    }

    synchronized Decision correct(long expected, SaleChange change) {
        requireOpen(expected);
        FlashSale wanted = change.sale();
        Sale sale = sales.get(wanted.voucher());
        if (sale == null) {
            return Decision.NO_SUCH_SALE;
        }
        if (sale.changed == wanted.version()) {
            return Decision.APPLIED;
        }
        if (wanted.version() <= sale.version) {
            return Decision.OVERTAKEN;
        }
        Instant now = clock.instant();
        Instant begin = sale.window.begin();
        Instant moved = wanted.window().begin();
        boolean tooLate =
                change.beforeBegin() && !now.plus(SaleChange.LEAD).isBefore(begin.isBefore(moved) ? begin : moved);
        if (tooLate || (!begin.equals(moved) && !now.isBefore(begin))) {
            return Decision.BEGUN;
        }
        sale.changed = wanted.version();
        var _ = change(wanted);
        return Decision.APPLIED;
    }

    synchronized Optional<QueuedTerms> terms(VoucherId voucher) {
        return Optional.ofNullable(sales.get(voucher))
                .map(sale -> new QueuedTerms(sale.state, sale.window, sale.version));
    }

    synchronized UnitsChanged addUnits(long expected, VoucherId voucher, long adjustment, long units) {
        requireOpen(expected);
        Sale sale = sales.get(voucher);
        if (sale == null) {
            return UnitsChanged.NO_SUCH_SALE;
        }
        if (sale.adjustments.contains(adjustment)) {
            return UnitsChanged.APPLIED;
        }
        if ((units < 0 && sale.available + units < 0) || sale.refused.contains(adjustment)) {
            sale.refused.add(adjustment);
            return UnitsChanged.TOO_FEW;
        }
        sale.available += units;
        sale.adjustments.add(adjustment);
        return UnitsChanged.APPLIED;
    }

    synchronized boolean hold(long expected, VoucherId voucher, long number, boolean waiting) {
        requireOpen(expected);
        Sale sale = sales.get(voucher);
        if (sale != null && waiting) {
            sale.waitlist = Math.max(sale.waitlist, number);
        } else if (sale != null
                && (sale.waitlist <= number
                        || sale.waitlist
                                > number + TimeUnit.NANOSECONDS.toMicros(QueuedSales.JOINED_SINCE.toNanos()))) {
            sale.waitlist = 0;
        }
        return sale != null;
    }

    synchronized Optional<Long> availableUnits(long expected, VoucherId voucher) {
        requireOpen(expected);
        return Optional.ofNullable(sales.get(voucher))
                .map(sale -> sale.waitlist > 0 ? 0L : Math.max(0L, sale.available));
    }

    synchronized boolean remove(FlashSale sale) {
        if (stream.values().stream()
                .anyMatch(entry ->
                        !(entry instanceof QueuedOrder order) || order.voucher().equals(sale.voucher()))) {
            return false;
        }
        sales.remove(sale.voucher());
        return true;
    }

    synchronized List<Purchase> buyers(VoucherId voucher) {
        Sale sale = sales.get(voucher);
        return sale == null
                ? List.of()
                : sale.buyers.entrySet().stream()
                        .map(buyer -> new Purchase(
                                buyer.getValue(),
                                voucher,
                                buyer.getKey(),
                                sale.revisions.getOrDefault(buyer.getKey(), 0L)))
                        .toList();
    }

    synchronized NewBuyers buyersAfter(VoucherId voucher, BuyerMark mark, int max) {
        Sale sale = sales.get(voucher);
        if (sale == null) {
            throw new Unavailable("the queue has no such sale");
        }
        int end = sale.admitted.size();
        if (mark.opening() != sale.opening || mark.position() > end) {
            return new NewBuyers(List.of(), new BuyerMark(sale.opening, end));
        }
        int begin = Math.toIntExact(mark.position());
        int until = Math.min(end, begin + max);
        return new NewBuyers(sale.admitted.subList(begin, until), new BuyerMark(sale.opening, until));
    }

    synchronized int reenqueue(long expected, VoucherId voucher, List<Purchase> orders) {
        if (door == Door.FENCED || epoch != expected) {
            throw new Unavailable("the shard is closed");
        }
        List<Purchase> lost = orders.stream()
                .filter(purchase -> buyers(voucher).contains(purchase) && !waits(purchase.order()))
                .toList();
        append(lost, clock.instant());
        return lost.size();
    }

    private boolean waits(OrderId order) {
        return !stream.isEmpty() && queued.containsKey(order);
    }

    synchronized void close(long expected) {
        if (isOpen(expected)) {
            door = Door.FENCED;
        }
    }

    synchronized void loseEntries() {
        stream.clear();
        queued.clear();
    }

    synchronized boolean loseEntry(RandomGenerator random, boolean damaged) {
        if (stream.isEmpty()) {
            return false;
        }
        EntryId any = List.copyOf(stream.keySet()).get(random.nextInt(stream.size()));
        EntryId first = new EntryId(any.millis(), any.sequence() & -PLACES);
        EntryId whole = wholeEntry(first);
        stream.subMap(first, true, whole, true).clear();
        if (damaged) {
            stream.put(whole, new QueueEntry.Malformed(whole, "damaged"));
        }
        return true;
    }

    synchronized void plantUnits(VoucherId voucher, long units) {
        sale(voucher).available += units;
    }

    synchronized void loseBuyer(VoucherId voucher, UserId buyer) {
        sale(voucher).buyers.remove(buyer);
        sale(voucher).revisions.remove(buyer);
    }

    private Sale sale(VoucherId voucher) {
        return Objects.requireNonNull(sales.get(voucher), "the queue has no such sale");
    }

    synchronized Optional<OrderId> findOrder(long expected, VoucherId voucher, UserId buyer) {
        requireOpen(expected);
        return Optional.ofNullable(sales.get(voucher)).map(sale -> sale.buyers.get(buyer));
    }

    synchronized boolean isOpen(long expected) {
        return door == Door.OPEN && epoch == expected;
    }

    synchronized BegunEpoch beginEpoch(long next) {
        if (epoch > next) {
            throw new Conflict("the shard is of epoch " + epoch);
        }
        BegunEpoch closed = new BegunEpoch(last, begun ? 0 : epoch, stream.size());
        door = isOpen(next) ? Door.OPEN : Door.REBUILDING;
        begun = door == Door.REBUILDING;
        epoch = next;
        return closed;
    }

    synchronized void drop(long expected, VoucherId voucher) {
        if (door != Door.REBUILDING || epoch != expected) {
            throw new Conflict("the shard is not being prepared");
        }
        sales.remove(voucher);
    }

    synchronized void raise(long expected, EntryId lastSettled) {
        if (door != Door.REBUILDING || epoch != expected) {
            throw new Conflict("the shard is not being prepared");
        }
        last = lastSettled.compareTo(last) > 0 ? lastSettled : last;
    }

    synchronized Set<Long> adjustments(VoucherId voucher) {
        return Optional.ofNullable(sales.get(voucher))
                .map(sale -> Set.copyOf(sale.adjustments))
                .orElse(Set.of());
    }

    synchronized Set<OrderId> waiting(Set<OrderId> orders) {
        return orders.stream().filter(this::waits).collect(Collectors.toSet());
    }

    synchronized Optional<QueueCount> count(VoucherId voucher) {
        return Optional.ofNullable(sales.get(voucher))
                .map(sale ->
                        new QueueCount(sale.available, sale.buyers.size(), sale.adjustments.size(), stream.size()));
    }

    synchronized Duration oldestWait() {
        return stream.isEmpty()
                ? Duration.ZERO
                : Duration.ofMillis(
                        Math.max(0, clock.millis() - stream.firstKey().millis()));
    }

    private void requireOpen(long expected) {
        if (!isOpen(expected)) {
            throw new Unavailable("the shard is closed");
        }
    }

    synchronized void open(long expected, EntryId lastSettled) {
        if (door == Door.FENCED || epoch != expected) {
            throw new Conflict("the shard is " + door + " in epoch " + epoch);
        }
        if (door == Door.REBUILDING && stream.isEmpty()) {
            queued.clear();
        }
        door = Door.OPEN;
        begun = false;
        last = lastSettled.compareTo(last) > 0 ? lastSettled : last;
    }

    synchronized List<Admission> admit(
            long expected, VoucherId voucher, List<AdmissionRequest> requests, long maxBacklog, boolean next) {
        requireOpen(expected);
        Sale sale = sales.get(voucher);
        Instant now = clock.instant();
        List<Purchase> accepted = new ArrayList<>();
        List<Admission> answers = requests.stream()
                .map(request -> sale == null
                        ? new Admission.NoSuchSale()
                        : admit(sale, request, now, maxBacklog, accepted, next))
                .toList();
        append(accepted, now);
        return answers;
    }

    private Admission admit(
            Sale sale, AdmissionRequest request, Instant now, long maxBacklog, List<Purchase> accepted, boolean next) {
        Purchase purchase = request.purchase();
        OrderId earlier = sale.buyers.get(purchase.buyer());
        if (earlier != null) {
            boolean same = earlier.equals(purchase.order())
                    || (!request.requestKey().isEmpty()
                            && request.requestKey().equals(sale.requestKeys.get(purchase.buyer())));
            return same ? new Admission.Accepted(earlier) : new Admission.AlreadyBought(earlier);
        }
        return refusal(sale, now, next).orElseGet(() -> accept(sale, request, maxBacklog, accepted));
    }

    private static Optional<Admission> refusal(Sale sale, Instant now, boolean next) {
        Optional<Admission> closed = switch (sale.state) {
            case OPEN -> Optional.empty();
            case PAUSED -> Optional.of(new Admission.Paused());
            case CALLED_OFF -> Optional.of(new Admission.CalledOff());
            case DRAFT -> Optional.of(new Admission.NoSuchSale());
        };
        if (closed.isPresent()) {
            return closed;
        }
        if (now.isBefore(sale.window.begin())) {
            return Optional.of(new Admission.NotStarted(sale.window.begin()));
        }
        if (!now.isBefore(sale.window.end())) {
            return Optional.of(new Admission.Ended());
        }
        return sale.available > 0 && (next || sale.waitlist == 0)
                ? Optional.empty()
                : Optional.of(new Admission.SoldOut());
    }

    private Admission accept(Sale sale, AdmissionRequest request, long maxBacklog, List<Purchase> accepted) {
        if (queued.size() + accepted.size() >= maxBacklog) {
            return new Admission.QueueFull();
        }
        Purchase purchase = request.purchase();
        sale.available--;
        sale.admitted.add(purchase.buyer());
        sale.requestKeys.put(purchase.buyer(), request.requestKey());
        sale.buyers.put(purchase.buyer(), purchase.order());
        accepted.add(purchase);
        return new Admission.Accepted(purchase.order());
    }

    /** All orders of one call are one entry. */
    private void append(List<Purchase> orders, Instant at) {
        if (orders.isEmpty()) {
            return;
        }
        EntryId first = nextEntry();
        for (int i = 0; i < orders.size(); i++) {
            Purchase purchase = orders.get(i);
            EntryId id = new EntryId(first.millis(), first.sequence() + i);
            stream.put(id, new QueuedOrder(id, purchase, at));
            queued.put(purchase.order(), purchase.buyer());
        }
        appended(wholeEntry(first));
    }

    synchronized EntryId append(Function<EntryId, QueueEntry> entry) {
        EntryId whole = wholeEntry(nextEntry());
        stream.put(whole, entry.apply(whole));
        appended(whole);
        return whole;
    }

    private EntryId nextEntry() {
        long millis = clock.millis();
        return millis > last.millis()
                ? new EntryId(millis, 0)
                : new EntryId(last.millis(), (last.sequence() & -PLACES) + PLACES);
    }

    /** The place that stands for the entry as a whole. */
    private static EntryId wholeEntry(EntryId first) {
        return new EntryId(first.millis(), first.sequence() + PLACES - 1);
    }

    private void appended(EntryId whole) {
        last = whole;
        if (reader != null && last.compareTo(reader.after) > 0) {
            reader.found.complete(after(reader.after, reader.max));
            reader = null;
        }
    }

    synchronized void read(EntryId after, int max, CompletableFuture<List<QueueEntry>> found) {
        List<QueueEntry> present = after(after, max);
        if (present.isEmpty()) {
            reader = new Reader(after, max, found);
        } else {
            found.complete(present);
        }
    }

    private List<QueueEntry> after(EntryId after, int max) {
        return stream.tailMap(after, false).values().stream().limit(max).toList();
    }

    synchronized int waiting() {
        return stream.size();
    }

    synchronized Optional<UserId> findQueued(long expected, OrderId order) {
        requireOpen(expected);
        return Optional.ofNullable(queued.get(order));
    }

    synchronized void acknowledge(EntryId upTo) {
        Map<EntryId, QueueEntry> settled = stream.headMap(upTo, true);
        for (QueueEntry entry : settled.values()) {
            if (entry instanceof QueuedOrder order) {
                queued.remove(order.order());
            }
        }
        settled.clear();
    }

    synchronized Reservation reserve(long expected, Purchase purchase) {
        if (door != Door.OPEN || epoch != expected) {
            throw new Unavailable("the shard is closed");
        }
        Sale sale = sales.get(purchase.voucher());
        if (sale == null) {
            return Reservation.NO_SUCH_SALE;
        }
        OrderId known = sale.buyers.get(purchase.buyer());
        if (known != null) {
            Long revision = sale.revisions.get(purchase.buyer());
            boolean same = known.equals(purchase.order()) && revision != null && revision == purchase.revision();
            return same ? Reservation.RESERVED : Reservation.BUYER_HAS_ONE;
        }
        if (sale.available <= 0) {
            return Reservation.SOLD_OUT;
        }
        sale.available--;
        sale.admitted.add(purchase.buyer());
        sale.buyers.put(purchase.buyer(), purchase.order());
        sale.revisions.put(purchase.buyer(), purchase.revision());
        return Reservation.RESERVED;
    }

    synchronized Release release(long expected, Purchase purchase) {
        if (door == Door.FENCED || epoch != expected) {
            throw new Unavailable("the shard is closed");
        }
        Sale sale = sales.get(purchase.voucher());
        if (sale == null) {
            return Release.NO_SUCH_SALE;
        }
        long revision = sale.revisions.getOrDefault(purchase.buyer(), 0L);
        if (revision != purchase.revision() || !sale.buyers.remove(purchase.buyer(), purchase.order())) {
            return Release.NOT_RESERVED;
        }
        sale.requestKeys.remove(purchase.buyer());
        sale.revisions.remove(purchase.buyer());
        sale.available++;
        return Release.RELEASED;
    }
}
