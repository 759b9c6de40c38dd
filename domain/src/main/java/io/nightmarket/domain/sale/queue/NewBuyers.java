package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import java.util.List;

/** Buyers admitted to a sale since a mark, and the mark behind them. */
public record NewBuyers(List<UserId> buyers, BuyerMark mark) {
    public NewBuyers {
        buyers = List.copyOf(buyers);
    }
}
