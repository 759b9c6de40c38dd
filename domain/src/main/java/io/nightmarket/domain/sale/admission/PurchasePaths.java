package io.nightmarket.domain.sale.admission;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleTerms;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * Signed purchase paths: the key of a path is bound to one buyer and sale, and published from the sale's begin on by the node's
 * clock, so that no program has its purchase request ready before. Keys are computed, and stored nowhere.
 */
public final class PurchasePaths {
    private static final String PURPOSE = "PATH";
    private static final String NO_KEY = "";

    private final SaleDirectory directory;
    private final BuyerSignatures signatures;
    private final Clock clock;

    public PurchasePaths(SaleDirectory directory, BuyerSignatures signatures, Clock clock) {
        this.directory = directory;
        this.signatures = signatures;
        this.clock = clock;
    }

    /** The answer to a buyer who asks for the path. */
    public sealed interface Outcome {
        /**
         * The sale is on.
         *
         * @param key the key of the path; empty for a sale whose path is the same for all
         */
        record Published(String key) implements Outcome {}

        /** Why there is no path. */
        enum Unpublished implements Outcome {
            NO_SUCH_SALE,
            NOT_STARTED,
            ENDED
        }
    }

    /** Finds the path of a buyer. */
    public CompletionStage<Outcome> find(UserId buyer, VoucherId sale) {
        return directory
                .find(sale)
                .thenApply(
                        terms -> terms.map(found -> find(buyer, sale, found)).orElse(Outcome.Unpublished.NO_SUCH_SALE));
    }

    private Outcome find(UserId buyer, VoucherId sale, SaleTerms terms) {
        Instant now = clock.instant();
        if (now.isBefore(terms.window().begin())) {
            return Outcome.Unpublished.NOT_STARTED;
        }
        if (!now.isBefore(terms.window().end())) {
            return Outcome.Unpublished.ENDED;
        }
        return new Outcome.Published(
                terms.options().signedPath() ? signatures.sign(PURPOSE, sale, buyer, NO_KEY) : NO_KEY);
    }

    /** Whether a request came by the signed path of its buyer and sale. */
    boolean allow(PurchaseRequest request) {
        return signatures.matches(request.pathKey(), PURPOSE, request.voucher(), request.buyer(), NO_KEY);
    }
}
