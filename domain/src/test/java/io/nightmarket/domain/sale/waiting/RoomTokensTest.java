package io.nightmarket.domain.sale.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.waiting.RoomTokens.Signed;
import io.nightmarket.domain.shop.VoucherId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RoomTokensTest {
    private static final VoucherId SALE = new VoucherId(31);
    private static final UserId ALICE = new UserId(1001);
    private static final UserId BOB = new UserId(1002);
    private static final Signed CONTENT = new Signed(1_795_262_400_000_000L, Instant.ofEpochMilli(1_795_262_460_000L));
    private static final int USERS = 20_000;
    private static final int CELLS = 10;

    /** The value of chi-square with 81 degrees of freedom that is exceeded once in 10,000 times. */
    private static final double LIMIT = 136;

    private final RoomTokens tokens = tokens("0123456789abcdef0123456789abcdef");

    private static RoomTokens tokens(String key) {
        return new RoomTokens(new BuyerSignatures(key.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aTextIsReadByItsUserInItsSaleOnly() {
        String ticket = tokens.ticket(SALE, ALICE, CONTENT);
        assertEquals(Optional.of(CONTENT), tokens.readTicket(SALE, ALICE, ticket));
        assertEquals(Optional.empty(), tokens.readTicket(SALE, BOB, ticket));
        assertEquals(Optional.empty(), tokens.readTicket(new VoucherId(32), ALICE, ticket));
        assertEquals(Optional.empty(), tokens.readPass(SALE, ALICE, ticket), "a ticket is no pass");
        assertEquals(
                Optional.empty(), tokens("another key another key another.").readTicket(SALE, ALICE, ticket));
        String pass = tokens.pass(SALE, ALICE, CONTENT);
        assertEquals(Optional.of(CONTENT), tokens.readPass(SALE, ALICE, pass));
    }

    @Test
    void noChangedTextIsRead() {
        String pass = tokens.pass(SALE, ALICE, CONTENT);
        for (int i = 0; i < pass.length(); i++) {
            char other = pass.charAt(i) == '1' ? '2' : '1';
            String changed = pass.substring(0, i) + other + pass.substring(i + 1);
            assertEquals(Optional.empty(), tokens.readPass(SALE, ALICE, changed), changed);
        }
        for (String text : List.of("", ".", "1.2.3", pass + "A", "a".repeat(10_000), pass.replace('.', ','))) {
            assertEquals(Optional.empty(), tokens.readPass(SALE, ALICE, text));
        }
    }

    @Test
    void drawsAreTheSameAtEveryCallAndOtherInEverySale() {
        assertEquals(tokens.draw(SALE, ALICE), tokens.draw(SALE, ALICE));
        assertNotEquals(tokens.draw(SALE, ALICE), tokens.draw(new VoucherId(32), ALICE));
        assertNotEquals(
                tokens.draw(SALE, ALICE),
                tokens("another key another key another.").draw(SALE, ALICE));
        LongStream.rangeClosed(1, USERS).forEach(user -> {
            long draw = tokens.draw(SALE, new UserId(user));
            assertTrue(draw > 0 && draw <= 1L << 48, () -> "" + draw);
        });
    }

    /** Chi-square test of independence: who came when, in tenths, against the tenth of the line that was drawn. */
    @Test
    void whoComesFirstIsNotDrawnFirst() {
        List<Long> line = LongStream.rangeClosed(1, USERS)
                .boxed()
                .sorted(Comparator.comparingLong(user -> tokens.draw(SALE, new UserId(user))))
                .toList();
        double statistic = statistic(line);
        assertTrue(statistic < LIMIT, () -> "chi-square " + statistic);
        List<Long> byArrival = LongStream.rangeClosed(1, USERS).boxed().toList();
        assertTrue(statistic(byArrival) > LIMIT, "the test finds an order that is not random");
    }

    private static double statistic(List<Long> line) {
        long[][] cells = new long[CELLS][CELLS];
        for (int place = 0; place < USERS; place++) {
            int came = (int) ((line.get(place) - 1) * CELLS / USERS);
            cells[came][place * CELLS / USERS]++;
        }
        double expected = (double) USERS / (CELLS * CELLS);
        double sum = 0;
        for (long[] row : cells) {
            for (long count : row) {
                sum += (count - expected) * (count - expected) / expected;
            }
        }
        return sum;
    }
}
