package io.nightmarket.bench.queue;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.flashsale.Purchase;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A list of Redis, without a list of what is being processed: LPUSH of a group, and RPOP of as many, or BRPOP when there is
 * none.
 */
record ListEnds(Redis redis) {
    private static final String MOMENT_SECONDS = "0.3";

    Feed feed(int number) {
        return orders -> {
            Request push = Request.cmd(Command.LPUSH).arg(key(number));
            for (Purchase order : orders) {
                push.arg(order.order().value());
            }
            var _ = send(push);
            return orders.size();
        };
    }

    private static String key(int number) {
        return "bench:list:" + number;
    }

    private Optional<Response> send(Request request) throws IOException {
        return await(
                redis.send(request).map(answer -> Optional.ofNullable(answer)).toCompletionStage());
    }

    Consumer consumer(int number) {
        return new Popper(this, key(number));
    }

    private record Popper(ListEnds list, String key) implements Consumer {
        @Override
        public List<Long> take(int most) throws IOException {
            Optional<Response> popped =
                    list.send(Request.cmd(Command.RPOP).arg(key).arg(most));
            if (popped.isPresent()) {
                return popped.get().stream().map(Response::toLong).toList();
            }
            return list.send(Request.cmd(Command.BRPOP).arg(key).arg(MOMENT_SECONDS))
                    .map(keyAndOrder -> List.of(keyAndOrder.get(1).toLong()))
                    .orElse(List.of());
        }

        /** What was popped is gone. */
        @Override
        public void acknowledge() {}

        @Override
        public List<Long> again(int behind) {
            return List.of();
        }
    }
}
