package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the requests that a gate answers by itself, without the admission. */
record CountedGate(PurchaseGate gate, SaleRequests requests) implements PurchaseGate {
    @Override
    public CompletionStage<PurchaseAnswer> admit(
            SaleTerms terms, PurchaseRequest request, Supplier<CompletionStage<PurchaseAnswer>> admission) {
        AtomicBoolean passed = new AtomicBoolean();
        return gate.admit(terms, request, () -> {
                    passed.set(true);
                    return admission.get();
                })
                .whenComplete((answer, failure) -> {
                    if (!passed.get()) {
                        requests.count(request.voucher(), outcome(answer, failure));
                    }
                });
    }

    /** An order that the gate itself answers is an earlier one. */
    private static RequestOutcome outcome(@Nullable PurchaseAnswer answer, @Nullable Throwable failure) {
        if (failure != null) {
            return RequestOutcome.of(failure);
        }
        return answer instanceof PurchaseAnswer.NoPass refusal ? RequestOutcome.of(refusal) : RequestOutcome.REPEATED;
    }
}
