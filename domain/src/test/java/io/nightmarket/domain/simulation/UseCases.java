package io.nightmarket.domain.simulation;

import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.RefundOrder;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.operation.ChangeSale;
import io.nightmarket.domain.sale.operation.ManageDeadLetters;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.settlement.FindOrder;

/** What a node does for those who ask. */
record UseCases(
        PlaceFlashOrder placeFlashOrder,
        FindPurchaseOutcome findPurchaseOutcome,
        FindOrder findOrder,
        RestockSale restockSale,
        ChangeSale changeSale,
        ManageDeadLetters deadLetters,
        CancelOrder cancelOrder,
        PayOrder payOrder,
        RefundOrder refundOrder) {}
