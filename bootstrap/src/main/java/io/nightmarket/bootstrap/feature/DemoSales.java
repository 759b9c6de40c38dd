package io.nightmarket.bootstrap.feature;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/** Flash sales of the demo, which begin every ten minutes, in one shop after the other; the database says what there is. */
final class DemoSales {
    private static final Duration LEAD = Duration.ofMinutes(10);
    private static final Duration LENGTH = Duration.ofMinutes(20);

    /** The demo is known by the title of its first sale, which is on in the first shop. */
    private static final String FIRST_SALE = "今夜开抢：100 元代金券";

    private static final SaleOptions ROOM = new SaleOptions(false, true, false);
    private static final SaleOptions WAITLIST = new SaleOptions(true, false, false);
    private static final List<Offer> OFFERS = List.of(
            new Offer(1, "夜宵快闪：片儿川双人份", "凭券到店，今晚有效", 1_900, 4_400, 30, SaleOptions.NONE),
            new Offer(11, "家宴快闪：东坡肉套餐", "堂食专享，周末也能用", 3_900, 8_800, 20, ROOM),
            new Offer(2, "晚间快闪：龙井奶盖两杯", "冷热可选，带走也行", 1_200, 3_200, 5, WAITLIST),
            new Offer(12, "甜口快闪：酒酿圆子两碗", "现煮现卖，不打包", 900, 2_800, 12, SaleOptions.NONE),
            new Offer(3, "烤串快闪：羊肉串二十串", "现烤现上，辣度可选", 3_900, 8_000, 15, ROOM),
            new Offer(13, "周末快闪：四人签签锅", "鸳鸯锅底，请提前一天订位", 9_900, 23_800, 25, WAITLIST));

    private final Function<ShopId, CompletionStage<List<Voucher>>> onSaleIn;
    private final Function<NewFlashSale, ? extends CompletionStage<?>> creation;
    private final Clock clock;
    private Instant nextLook = Instant.MIN;

    private record Offer(
            long shop, String title, String subTitle, long payValue, long actualValue, int stock, SaleOptions options) {
        NewFlashSale from(Instant begin) {
            return new NewFlashSale(
                    new ShopId(shop),
                    title,
                    subTitle,
                    "每人限购一份\n不兑现、不找零",
                    payValue,
                    actualValue,
                    stock,
                    new SaleWindow(begin, begin.plus(LENGTH)),
                    Acknowledgement.ACCEPTED,
                    options);
        }
    }

    DemoSales(
            Function<ShopId, CompletionStage<List<Voucher>>> onSaleIn,
            Function<NewFlashSale, ? extends CompletionStage<?>> creation,
            Clock clock) {
        this.onSaleIn = onSaleIn;
        this.creation = creation;
        this.clock = clock;
    }

    /** Creates the next sale unless one is to begin, or the market is not the demo's; it may be called again and again. */
    CompletionStage<Void> openNext() {
        Instant now = clock.instant();
        return now.isBefore(nextLook)
                ? CompletableFuture.completedStage(null)
                : listed().thenCompose(listed -> open(now, listed));
    }

    private CompletionStage<List<Voucher>> listed() {
        List<Voucher> listed = new ArrayList<>();
        List<ShopId> shops =
                OFFERS.stream().map(Offer::shop).distinct().map(ShopId::new).toList();
        return OneByOne.doAll(shops, shop -> onSaleIn.apply(shop).thenAccept(listed::addAll))
                .thenApply(_ -> listed);
    }

    private CompletionStage<Void> open(Instant now, List<Voucher> listed) {
        Optional<Instant> next = begins(listed).filter(now::isBefore).min(Instant::compareTo);
        if (next.isPresent() || listed.stream().map(Voucher::title).noneMatch(FIRST_SALE::equals)) {
            nextLook = next.orElse(now.plus(LEAD));
            return CompletableFuture.completedStage(null);
        }
        // Early in the first minutes of a demo, later every ten.
        boolean isFirst = begins(listed).findAny().isEmpty();
        Instant begin = now.plus(isFirst ? LEAD.dividedBy(3) : LEAD).truncatedTo(ChronoUnit.MINUTES);
        int turn = Math.floorMod(begin.getEpochSecond() / LEAD.toSeconds(), OFFERS.size());
        return creation.apply(OFFERS.get(turn).from(begin)).thenAccept(_ -> nextLook = begin);
    }

    /** When the sales of the demo begin that are listed. */
    private static Stream<Instant> begins(List<Voucher> listed) {
        List<String> titles = OFFERS.stream().map(Offer::title).toList();
        return listed.stream()
                .filter(voucher -> titles.contains(voucher.title()))
                .map(Voucher::flashSale)
                .filter(Objects::nonNull)
                .map(Voucher.Terms::begin);
    }
}
