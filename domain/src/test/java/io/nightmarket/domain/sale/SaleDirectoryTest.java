package io.nightmarket.domain.sale;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class SaleDirectoryTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final VoucherId NONE = new VoucherId(Long.MAX_VALUE);

    private final List<VoucherId> asked = new ArrayList<>();
    private final ManualTimers timers = new ManualTimers();
    private long version;
    private final SaleDirectory directory = new SaleDirectory(
            Changed.calls(FlashSaleRepository.class, (_, _, arguments) -> {
                VoucherId voucher = (VoucherId) Objects.requireNonNull(arguments)[0];
                asked.add(voucher);
                return CompletableFuture.completedStage(
                        voucher.equals(NONE) ? Optional.empty() : Optional.of(sale(voucher, version)));
            }),
            timers);

    private static FlashSale sale(VoucherId voucher) {
        return sale(voucher, 0);
    }

    private static FlashSale sale(VoucherId voucher, long version) {
        SaleWindow window = new SaleWindow(NOON, NOON.plusSeconds(60));
        return new FlashSale(
                voucher,
                Shard.FIRST,
                SaleState.OPEN,
                window,
                5,
                5,
                Acknowledgement.ACCEPTED,
                version,
                SaleOptions.NONE);
    }

    @Test
    void aSaleIsReadOnceAndWhatIsNoSaleEachTime() {
        for (int i = 0; i < 2; i++) {
            assertEquals(Optional.of(sale(new VoucherId(1)).terms()), await(directory.find(new VoucherId(1))));
            assertEquals(Optional.empty(), await(directory.find(NONE)));
        }

        assertEquals(List.of(new VoucherId(1), NONE, NONE), asked);
    }

    @Test
    void noMoreSalesThanTheMaximumAreRemembered() {
        for (int sale = 1; sale <= SaleDirectory.MAX_SALES + 1; sale++) {
            directory.remember(sale(new VoucherId(sale)));
        }

        assertTrue(await(directory.find(new VoucherId(1))).isPresent());
        assertEquals(List.of(new VoucherId(1)), asked);
    }

    private long known() {
        return await(directory.find(new VoucherId(1))).orElseThrow().version();
    }

    @Test
    void olderTermsAreReadAgainWhileTheyAreUsed() {
        assertEquals(0, known());
        version = 1;
        timers.advance(SaleDirectory.MAX_AGE.minusNanos(1));
        assertEquals(0, known());
        timers.advance(Duration.ofNanos(1));
        assertEquals(0, known(), "read in the background");
        assertEquals(1, known());
        assertEquals(2, asked.size());
    }

    @Test
    void aChangeThatTheNodeLearnsOfIsReadAtOnce() {
        assertEquals(0, known());
        version = 2;
        directory.changed(new VoucherId(1), 0);
        assertEquals(0, known(), "no news");
        directory.changed(new VoucherId(1), 2);
        assertEquals(2, known());
        directory.changed(new VoucherId(5), 2);
        assertEquals(2, asked.size(), "what is not remembered is not read");
    }
}
