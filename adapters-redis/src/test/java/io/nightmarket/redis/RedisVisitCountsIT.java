package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.contract.VisitCountsContract;
import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitCounts;
import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.visitor.RedisVisitCounts;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisVisitCountsIT extends VisitCountsContract {
    private static final int VISITORS = Suite.pick(100_000, 1_000_000);
    private static final int DAYS = Suite.pick(4, 20);
    private static final int BATCH = VisitCounts.MAX_VISITORS;
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 1);

    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final VisitCounts counts = new RedisVisitCounts(REDIS.link(), Duration.ofDays(400));

    @Override
    protected VisitCounts counts() {
        return counts;
    }

    private double errorOf(Page page, LocalDate day) {
        return Math.abs(await(counts.count(page, day, day)).visitors() - VISITORS) / (double) VISITORS;
    }

    @Test
    void manyDaysAreCountedWithinOnePercentAndSixteenKilobytes() {
        Page page = anyPage();
        double sum = 0;
        for (int i = 0; i < DAYS; i++) {
            LocalDate day = FIRST.plusDays(i);
            for (int from = 0; from < VISITORS; from += BATCH) {
                String prefix = "u" + i + '-';
                Set<String> visitors = IntStream.range(from, from + BATCH)
                        .mapToObj(number -> prefix + number)
                        .collect(Collectors.toSet());
                await(counts.add(new PageDay(page, day), BATCH, visitors));
            }
            double error = errorOf(page, day);
            assertTrue(error < 0.025, () -> day + ": " + error);
            sum += error;
            assertTrue(bytes(RedisKeys.visitors(page, day)) + bytes(RedisKeys.views(page, day)) <= 16_384);
        }
        double mean = sum / DAYS;
        assertTrue(mean < 0.01, () -> "mean error " + mean);
        assertEquals(
                (long) DAYS * VISITORS,
                await(counts.count(page, FIRST, FIRST.plusDays(DAYS - 1))).views());
    }

    private static long bytes(String key) {
        Request usage = Request.cmd(Command.MEMORY).arg("USAGE").arg(key);
        return await(REDIS.link().send(usage)).number();
    }

    @Test
    void daysExpire() {
        Page page = anyPage();
        await(counts.add(new PageDay(page, FIRST), 1, Set.of("u1")));
        for (String key : new String[] {RedisKeys.visitors(page, FIRST), RedisKeys.views(page, FIRST)}) {
            long left =
                    await(REDIS.link().send(Request.cmd(Command.PTTL).arg(key))).number();
            assertTrue(left > 0 && left <= Duration.ofDays(400).toMillis(), () -> left + " ms");
        }
    }
}
