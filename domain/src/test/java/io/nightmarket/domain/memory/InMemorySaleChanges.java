package io.nightmarket.domain.memory;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleDetails;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.operation.ChangeOutcome;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** The changes of the sales of {@link InMemoryLedger}. */
final class InMemorySaleChanges implements SaleChanges {
    /** A change that was written down. */
    record Row(SaleChange change, SalePlan plan, StaffAction action, Optional<Decision> decision) {
        Row ended(Decision as) {
            return new Row(change, plan, action, Optional.of(as));
        }
    }

    private final Tables tables;
    private final Map<VoucherId, Voucher> vouchers;
    private final Clock clock;
    private final LongSupplier cacheChanges;

    InMemorySaleChanges(Tables tables, Map<VoucherId, Voucher> vouchers, Clock clock, LongSupplier cacheChanges) {
        this.tables = tables;
        this.vouchers = vouchers;
        this.clock = clock;
        this.cacheChanges = cacheChanges;
    }

    @Override
    public CompletionStage<Optional<SaleDetails>> find(VoucherId voucher) {
        return tables.transaction(() -> details(voucher));
    }

    private Optional<SaleDetails> details(VoucherId id) {
        FlashSale sale = tables.sales.get(id);
        Voucher voucher = vouchers.get(id);
        return sale == null || voucher == null
                ? Optional.empty()
                : Optional.of(new SaleDetails(
                        sale,
                        voucher.shop(),
                        new SalePlan(
                                voucher.title(),
                                voucher.subTitle(),
                                voucher.rules(),
                                voucher.payValue(),
                                voucher.actualValue(),
                                sale.window())));
    }

    private Optional<SaleChange> underWay(VoucherId voucher) {
        return tables.changes.values().stream()
                .filter(row -> row.decision().isEmpty()
                        && row.change().sale().voucher().equals(voucher))
                .map(Row::change)
                .findFirst();
    }

    @Override
    public CompletionStage<Answer> move(VoucherId voucher, SaleTransition transition, StaffAction action) {
        return tables.transaction(() -> {
            FlashSale sale = tables.sales.get(voucher);
            if (sale == null) {
                return new Answer.Refused(ChangeOutcome.Refusal.NO_SUCH_SALE);
            }
            Optional<SaleChange> earlier = underWay(voucher);
            if (transition != SaleTransition.PAUSE && earlier.isPresent()) {
                return new Answer.UnderWay(earlier.get());
            }
            if (!transition.isAllowedIn(sale.state())) {
                return new Answer.Refused(new ChangeOutcome.WrongState(sale.state()));
            }
            FlashSale moved = FlashSales.in(sale, transition.to(), nextVersion(sale, clock));
            tables.sales.put(voucher, moved);
            tables.audited.add(action);
            if (transition == SaleTransition.PUBLISH) {
                tables.removed.remove(voucher);
            }
            return new Answer.Changed(
                    moved, transition == SaleTransition.PUBLISH ? Optional.of(cacheChange(voucher)) : Optional.empty());
        });
    }

    /** The time stands for the versions that the queue was told and the database lost with its last commits. */
    static long nextVersion(FlashSale sale, Clock clock) {
        return Math.max(sale.version() + 1, ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
    }

    @Override
    public CompletionStage<Answer> write(
            VoucherId voucher, long seen, SalePlan plan, boolean withdraw, StaffAction action) {
        return tables.transaction(() -> {
            Optional<SaleDetails> found = details(voucher);
            if (found.isEmpty()) {
                return new Answer.Refused(ChangeOutcome.Refusal.NO_SUCH_SALE);
            }
            Optional<SaleChange> earlier = underWay(voucher);
            return earlier.isPresent()
                    ? new Answer.UnderWay(earlier.get())
                    : write(found.get(), seen, plan, withdraw, action);
        });
    }

    private Answer write(SaleDetails known, long seen, SalePlan plan, boolean withdraw, StaffAction action) {
        FlashSale sale = known.sale();
        if (sale.version() != seen) {
            return new Answer.Refused(new ChangeOutcome.Differs(sale.version()));
        }
        if (sale.state() == SaleState.CALLED_OFF) {
            return new Answer.Refused(new ChangeOutcome.WrongState(sale.state()));
        }
        SaleChange change = known.change(plan, withdraw, nextVersion(sale, clock));
        if (sale.state() == SaleState.DRAFT) {
            return new Answer.Changed(apply(change.sale(), plan, action), Optional.of(cacheChange(sale.voucher())));
        }
        if (tables.removed.contains(sale.voucher())) {
            return new Answer.Refused(ChangeOutcome.Refusal.ENDED);
        }
        tables.changes.put(change.sale().version(), new Row(change, plan, action, Optional.empty()));
        return new Answer.Pending(change);
    }

    private CacheChange cacheChange(VoucherId voucher) {
        String shop = Long.toString(Objects.requireNonNull(
                        Objects.requireNonNull(vouchers.get(voucher)).shop())
                .value());
        return new CacheChange(cacheChanges.getAsLong(), CacheNames.VOUCHERS, shop);
    }

    private FlashSale apply(FlashSale now, SalePlan plan, StaffAction action) {
        tables.sales.put(now.voucher(), now);
        vouchers.computeIfPresent(
                now.voucher(),
                (_, voucher) -> new Voucher(
                        voucher.id(),
                        voucher.shop(),
                        plan.title(),
                        plan.subTitle(),
                        plan.rules(),
                        plan.payValue(),
                        plan.actualValue(),
                        voucher.type(),
                        voucher.status(),
                        null,
                        voucher.createTime(),
                        clock.instant()));
        tables.audited.add(action);
        return now;
    }

    @Override
    public CompletionStage<Concluded> conclude(Epoch epoch, SaleChange change, Decision decision) {
        return tables.transaction(() -> {
            tables.requireCurrent(epoch);
            Row row = tables.changes.get(change.sale().version());
            if (row == null) {
                throw new Unavailable("the database lost the change with its last commits");
            }
            SaleDetails known = details(change.sale().voucher()).orElseThrow();
            if (row.decision().isPresent()) {
                return new Concluded(known.sale(), row.decision().get(), Optional.empty());
            }
            return conclude(row, known, decision);
        });
    }

    private Concluded conclude(Row row, SaleDetails known, Decision decision) {
        SaleChange change = row.change();
        FlashSale sale = known.sale();
        boolean tooLate = decision == Decision.APPLIED
                && !row.plan().hasPriceOf(known.plan())
                && beginsSoon(sale.window(), change.sale().window());
        Decision end = tooLate ? Decision.BEGUN : decision;
        tables.changes.put(change.sale().version(), row.ended(end));
        long version = Math.max(sale.version() + 1, change.sale().version());
        if (end == Decision.APPLIED) {
            boolean withdraws = change.sale().state() == SaleState.DRAFT && sale.state() != SaleState.CALLED_OFF;
            SaleState state = withdraws ? SaleState.DRAFT : sale.state();
            FlashSale now = FlashSales.with(
                    FlashSales.in(sale, state, version), change.sale().window());
            return new Concluded(apply(now, row.plan(), row.action()), end, Optional.of(cacheChange(sale.voucher())));
        }
        if (tooLate) {
            tables.sales.put(sale.voucher(), FlashSales.in(sale, sale.state(), version + 1));
        }
        return new Concluded(Objects.requireNonNull(tables.sales.get(sale.voucher())), end, Optional.empty());
    }

    private boolean beginsSoon(SaleWindow old, SaleWindow wanted) {
        Instant begin = old.begin().isBefore(wanted.begin()) ? old.begin() : wanted.begin();
        return !clock.instant().plus(SaleChange.PRICE_LEAD).isBefore(begin);
    }

    @Override
    public CompletionStage<List<SaleChange>> pending(long after, int max) {
        return tables.transaction(() -> tables.changes.values().stream()
                .filter(row -> row.decision().isEmpty()
                        && row.change().sale().voucher().value() > after)
                .map(Row::change)
                .sorted(Comparator.comparingLong(
                        change -> change.sale().voucher().value()))
                .limit(max)
                .toList());
    }
}
