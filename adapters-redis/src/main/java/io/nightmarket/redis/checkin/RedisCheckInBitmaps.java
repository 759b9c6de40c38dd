package io.nightmarket.redis.checkin;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A bitmap a month. One that was not written for a week is made again from the database. */
public final class RedisCheckInBitmaps implements CheckInBitmaps {
    private static final LuaScript ADD = LuaScript.load("add-check-ins-1");

    private static final Duration TTL = Duration.ofDays(7);

    private final RedisLink link;

    public RedisCheckInBitmaps(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<List<Month>> monthsUpTo(UserId user, YearMonth last) {
        return Stages.list(IntStream.range(0, MONTHS)
                .mapToObj(back -> month(RedisKeys.checkIns(user, last.minusMonths(back))))
                .toList());
    }

    /** Redis counts the bits from the highest on; bit 1 is the first day. */
    private CompletionStage<Month> month(String key) {
        return link.read(Request.cmd(Command.BITFIELD_RO)
                        .arg(key)
                        .arg("GET")
                        .arg("u32")
                        .arg(0))
                .thenApply(reply ->
                        new Month(Integer.reverse((int) reply.parts().getFirst().number())));
    }

    @Override
    public CompletionStage<Void> add(UserId user, Collection<LocalDate> days) {
        Map<YearMonth, List<LocalDate>> months = days.stream().collect(Collectors.groupingBy(YearMonth::from));
        return OneByOne.doAll(List.copyOf(months.keySet()), month -> {
            List<String> arguments = Stream.concat(
                            Stream.of(Long.toString(TTL.toMillis())),
                            months.getOrDefault(month, List.of()).stream()
                                    .map(day -> Integer.toString(day.getDayOfMonth())))
                    .toList();
            return link.run(ADD, List.of(RedisKeys.checkIns(user, month)), arguments);
        });
    }
}
