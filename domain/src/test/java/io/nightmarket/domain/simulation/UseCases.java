package io.nightmarket.domain.simulation;

import io.nightmarket.domain.flashsale.FindPlacement;
import io.nightmarket.domain.flashsale.PlaceFlashOrder;
import io.nightmarket.domain.flashsale.RestockSale;
import io.nightmarket.domain.flashsale.TurnSale;
import io.nightmarket.domain.order.FindOrder;
import io.nightmarket.domain.order.TendDeadLetters;

/** What a node does for those who ask. */
record UseCases(
        PlaceFlashOrder placeFlashOrder,
        FindPlacement findPlacement,
        FindOrder findOrder,
        RestockSale restockSale,
        TurnSale turnSale,
        TendDeadLetters deadLetters) {}
