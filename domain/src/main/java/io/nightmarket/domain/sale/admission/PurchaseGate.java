package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Decides which buyers of a sale with a waiting room are admitted now. */
@FunctionalInterface
public interface PurchaseGate {
    /**
     * The answer of the admission, or a refusal without it.
     *
     * @param admission started once at most
     */
    CompletionStage<PurchaseAnswer> admit(
            SaleTerms terms, PurchaseRequest request, Supplier<CompletionStage<PurchaseAnswer>> admission);
}
