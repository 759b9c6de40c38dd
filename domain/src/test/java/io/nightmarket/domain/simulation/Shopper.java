package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A buyer who clicks, at times twice, and asks what came of it. All answers go into a history. */
final class Shopper {
    private static final int LONGEST_PAUSE_MILLIS = 1_200;

    private final UserId buyer;
    private final VoucherId voucher;
    private final Front front;
    private final Scheduler scheduler;
    private final SplittableRandom random;
    private final List<Observation> history;
    private final String requestKey;
    private int acts;
    private int waiting;
    private boolean isSure = true;
    private @Nullable OrderId order;

    Shopper(
            UserId buyer,
            VoucherId voucher,
            Front front,
            Scheduler scheduler,
            SplittableRandom random,
            List<Observation> history) {
        this.buyer = buyer;
        this.voucher = voucher;
        this.front = front;
        this.scheduler = scheduler;
        this.random = random;
        this.history = history;
        this.requestKey = random.nextBoolean() ? "" : "wish";
        this.acts = random.nextInt(1, 6);
    }

    /** Wants to know in the end what became of each order that there was word of. */
    void askForAll() {
        history.stream()
                .filter(observed -> observed.buyer().equals(buyer))
                .flatMap(observed -> observed.namedOrder().stream())
                .distinct()
                .toList()
                .forEach(this::trace);
    }

    boolean isDone() {
        return acts == 0 && waiting == 0;
    }

    /** Comes some time after the sale was opened, as most do: soon. */
    void begin(Duration spread) {
        var _ = scheduler.after(spread.multipliedBy(random.nextInt(1_000)).dividedBy(1_000), this::act);
    }

    private void act() {
        acts--;
        OrderId known = order;
        int wish = random.nextInt(10);
        if (wish < (known == null && isSure ? 8 : 4)) {
            request();
            if (random.nextInt(5) == 0) {
                request();
            }
        } else if (known == null || wish < 7) {
            look();
        } else if (random.nextBoolean()) {
            follow(known);
        } else {
            trace(known);
        }
    }

    private void request() {
        Optional<Acknowledgement> acknowledgement =
                random.nextBoolean() ? Optional.of(Acknowledgement.DURABLE) : Optional.empty();
        PurchaseRequest request = new PurchaseRequest(buyer, voucher, requestKey, acknowledgement, "", "");
        ask(asked -> front.ask(cases -> cases.placeFlashOrder().place(request))
                .handle((outcome, failure) -> failure == null
                        ? Optional.of(new Observation.Clicked(buyer, asked, scheduler.nanoTime(), outcome))
                        : failed(asked, failure)));
    }

    private Optional<Observation> failed(long asked, Throwable failure) {
        return DomainFailure.causeOf(failure) instanceof DomainFailure expected
                ? Optional.of(new Observation.Failed(buyer, asked, scheduler.nanoTime(), expected))
                : Optional.empty();
    }

    private void look() {
        ask(asked -> front.ask(cases -> cases.findPurchaseOutcome().find(buyer, voucher))
                .handle((outcome, failure) -> failure == null
                        ? Optional.of(new Observation.Looked(buyer, asked, scheduler.nanoTime(), outcome))
                        : Optional.empty()));
    }

    private void follow(OrderId known) {
        ask(asked -> front.ask(cases -> cases.findOrder().find(buyer, known))
                .handle((progress, failure) -> failure == null
                        ? Optional.of(new Observation.Followed(buyer, asked, scheduler.nanoTime(), known, progress))
                        : Optional.empty()));
    }

    private void trace(OrderId known) {
        ask(asked -> front.ask(cases -> cases.findPurchaseOutcome().find(buyer, voucher, known))
                .handle((outcome, failure) -> failure == null
                        ? Optional.of(new Observation.Traced(buyer, asked, scheduler.nanoTime(), known, outcome))
                        : Optional.empty()));
    }

    private void ask(Function<Long, CompletionStage<Optional<Observation>>> question) {
        waiting++;
        var _ = question.apply(scheduler.nanoTime()).thenAccept(observed -> {
            observed.ifPresent(this::hear);
            waiting--;
            if (waiting == 0 && acts > 0) {
                var _ = scheduler.after(Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS)), this::act);
            }
        });
    }

    private void hear(Observation observed) {
        history.add(observed);
        isSure = !(observed instanceof Observation.Failed);
        observed.namedOrder().ifPresent(mine -> order = mine);
    }
}
