package io.nightmarket.domain.sale.queue;

/** The ports of one queue. */
public record QueuePorts(
        OrderQueue orders, QueuedSales sales, QueueEpochs epochs, QueuedBuyers buyers, QueueAudit audit) {}
