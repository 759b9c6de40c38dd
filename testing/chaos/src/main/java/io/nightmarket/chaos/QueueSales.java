package io.nightmarket.chaos;

import io.nightmarket.chaos.check.QueueState;
import java.io.IOException;
import java.sql.SQLException;
import java.util.OptionalLong;

/** What a queue holds of sales, read past the product. */
interface QueueSales {
    /** What the sale's shard and the sale hold. */
    QueueState state(Sale sale) throws IOException, SQLException;

    /** Units that are neither sold nor reserved; empty when the queue does not know the sale. */
    OptionalLong free(Sale sale) throws IOException, SQLException;
}
