package io.nightmarket.mysql.order;

import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.fence.FencingTokenTable;
import io.nightmarket.mysql.fence.FencingTokens;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Makes writers, each with a connection of its own, and a fence before each shard. */
public final class MySqlOrderBooks implements OrderBooks {
    private static final FencingTokenTable SHARDS =
            new FencingTokenTable("order_shard", "shard", List.of("last_ms", "last_seq"));

    private final FencingTokens fences;

    public MySqlOrderBooks(Databases databases) {
        this.fences = new FencingTokens(databases, SHARDS);
    }

    @Override
    public CompletionStage<Writer> becomeWriter(Shard shard) {
        return fences.takeOver(shard.number())
                .<Writer>compose(fenced -> MySqlDeadLetters.skipRequests(fenced.session(), shard)
                        .<Writer>map(skips -> new MySqlWriter(fenced, shard, skips))
                        .onFailure(_ -> fenced.session().cut()))
                .toCompletionStage();
    }
}
