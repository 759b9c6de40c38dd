package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.OrderBooksContract;
import io.nightmarket.domain.flashsale.FlashSaleRepository;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.DeadLetters;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.StockReturns;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;

class InMemoryBooksTest extends OrderBooksContract {
    private final InMemoryBooks books = new InMemoryBooks(_ -> true);

    @Override
    protected OrderBooks books() {
        return books;
    }

    @Override
    protected StockReturns returns() {
        return books;
    }

    @Override
    protected DeadLetters letters() {
        return books;
    }

    @Override
    protected OrderRepository orders() {
        return books;
    }

    @Override
    protected FlashSaleRepository sales() {
        return books;
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }

    @Override
    protected void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        books.plantOrder(id, user, voucher, at);
    }
}
