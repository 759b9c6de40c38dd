package io.nightmarket.redis.visitor;

import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitCounts;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Visitors in a HyperLogLog of 12 kB at most for each page and day, views in a counter. */
public final class RedisVisitCounts implements VisitCounts {
    private static final LuaScript ADD = LuaScript.load("add-visits-2");

    private final RedisLink link;
    private final Duration ttl;

    /** @param ttl how long a day is kept after its last view */
    public RedisVisitCounts(RedisLink link, Duration ttl) {
        this.link = link;
        this.ttl = ttl;
    }

    @Override
    public CompletionStage<Void> add(PageDay pageDay, long views, Set<String> visitors) {
        List<String> arguments = new ArrayList<>(visitors.size() + 2);
        arguments.add(Long.toString(ttl.toMillis()));
        arguments.add(Long.toString(views));
        arguments.addAll(visitors);
        return link.run(
                        ADD,
                        List.of(
                                RedisKeys.visitors(pageDay.page(), pageDay.day()),
                                RedisKeys.views(pageDay.page(), pageDay.day())),
                        arguments)
                .thenAccept(_ -> {});
    }

    /** The visitors of all days are those of the union of their HyperLogLogs. */
    @Override
    public CompletionStage<Range> count(Page page, LocalDate first, LocalDate last) {
        List<LocalDate> days = first.datesUntil(last.plusDays(1)).toList();
        CompletionStage<Long> union = countVisitors(page, days);
        CompletionStage<List<Long>> views = countViews(page, days);
        CompletionStage<List<Long>> visitors = Stages.list(
                days.stream().map(day -> countVisitors(page, List.of(day))).toList());
        return visitors.thenCombine(
                        views,
                        (byDay, viewsByDay) -> IntStream.range(0, days.size())
                                .mapToObj(i -> new DayCount(days.get(i), viewsByDay.get(i), byDay.get(i)))
                                .toList())
                .thenCombine(union, (counts, all) -> new Range(all, counts));
    }

    private CompletionStage<Long> countVisitors(Page page, List<LocalDate> days) {
        Request count = Request.cmd(Command.PFCOUNT);
        days.forEach(day -> count.arg(RedisKeys.visitors(page, day)));
        return link.read(count).thenApply(Reply::number);
    }

    private CompletionStage<List<Long>> countViews(Page page, List<LocalDate> days) {
        Request views = Request.cmd(Command.MGET);
        days.forEach(day -> views.arg(RedisKeys.views(page, day)));
        return link.read(views)
                .thenApply(reply -> reply.parts().stream()
                        .map(each -> each.textIfAny().map(Long::parseLong).orElse(0L))
                        .toList());
    }
}
