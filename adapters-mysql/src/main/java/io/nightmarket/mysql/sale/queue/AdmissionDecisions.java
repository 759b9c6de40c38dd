package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.mysql.sale.queue.QueueBuyers.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides on a group of requests, one after the other, by what stood in the tables before. */
final class AdmissionDecisions {
    private final Optional<Admission> closed;
    private final boolean held;
    private final Map<UserId, Part> known;
    private final List<Admission> answers = new ArrayList<>();
    private final List<AdmissionRequest> accepted = new ArrayList<>();
    private long free;
    private long room;

    /**
     * @param known those of the buyers who take part already
     * @param room how many more entries the stream may hold
     * @param nextInLine whether the buyers are those for whom units may be held
     */
    AdmissionDecisions(QueueSale sale, Map<UserId, Part> known, long room, boolean nextInLine) {
        this.closed = sale.closed();
        this.held = sale.held() && !nextInLine;
        this.known = new HashMap<>(known);
        this.free = sale.free();
        this.room = room;
    }

    void decide(List<AdmissionRequest> requests) {
        requests.forEach(request -> answers.add(answer(request)));
    }

    /** In the order of the requests. */
    List<Admission> answers() {
        return answers;
    }

    /** Those that take a unit now. */
    List<AdmissionRequest> accepted() {
        return accepted;
    }

    /** Before all refusals: a buyer who has an order is answered with it. */
    private Admission answer(AdmissionRequest request) {
        Part part = known.get(request.purchase().buyer());
        if (part == null) {
            return closed.or(this::full).orElseGet(() -> accept(request));
        }
        boolean same = part.order().equals(request.purchase().order())
                || (!part.requestKey().isEmpty() && part.requestKey().equals(request.requestKey()));
        return same ? new Admission.Accepted(part.order()) : new Admission.AlreadyBought(part.order());
    }

    private Optional<Admission> full() {
        if (held || free <= 0) {
            return Optional.of(new Admission.SoldOut());
        }
        return room <= 0 ? Optional.of(new Admission.QueueFull()) : Optional.empty();
    }

    private Admission accept(AdmissionRequest request) {
        Purchase purchase = request.purchase();
        free--;
        room--;
        known.put(purchase.buyer(), new Part(purchase.order(), request.requestKey()));
        accepted.add(request);
        return new Admission.Accepted(purchase.order());
    }
}
