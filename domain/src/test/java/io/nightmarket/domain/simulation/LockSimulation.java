package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** One schedule of a lock: processes take one key in turn, work, crash, are held for longer than their lease. */
final class LockSimulation {
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration LONGEST_WORK = Duration.ofMillis(900);
    private static final Duration LONGEST_HELD = Duration.ofSeconds(3);
    private static final Duration TROUBLED = Duration.ofSeconds(15);
    private static final Duration RECOVERY = Duration.ofSeconds(15);
    private static final int PROCESSES = 3;
    private static final int BLOWS = 6;
    private static final long MOST_STEPS = 100_000;

    private final SplittableRandom random;
    private final Scheduler scheduler;
    private final Wire wire;
    private final Trace trace;
    private final LeaseStore store;
    private final LeaseWitness witness = new LeaseWitness();
    private final List<Life> processes = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();

    /** How it went. */
    record Report(long seed, List<Violation> violations, int stays, long digest, List<String> trace) {}

    /** @param bug what the store is replaced by */
    static Report run(long seed, UnaryOperator<LeaseStore> bug, boolean isWritten) {
        return new LockSimulation(seed, bug, new Trace(isWritten)).run(seed);
    }

    /** The reports of those among so many schedules in which a promise is broken. */
    static List<Report> broken(int schedules, UnaryOperator<LeaseStore> bug) {
        return LongStream.rangeClosed(1, schedules)
                .parallel()
                .mapToObj(seed -> run(seed, bug, false))
                .filter(report -> !report.violations().isEmpty())
                .toList();
    }

    private LockSimulation(long seed, UnaryOperator<LeaseStore> bug, Trace trace) {
        this.random = new SplittableRandom(~seed);
        this.trace = trace;
        this.scheduler = new Scheduler(random.split());
        this.wire = new Wire(
                scheduler, random.split(), Knobs.of(new SplittableRandom(seed)).perMille(), trace);
        this.store = bug.apply(new InMemoryLeases(scheduler));
    }

    private Report run(long seed) {
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new Life(scheduler));
            start(i);
        }
        for (int i = 0; i < BLOWS; i++) {
            var _ = scheduler.after(upTo(TROUBLED), random.nextInt(3) == 0 ? this::crash : this::hold);
        }
        boolean ended = scheduler.runUntil(TROUBLED.toNanos(), MOST_STEPS);
        int before = witness.stays();
        wire.heal();
        ended &= scheduler.runUntil(TROUBLED.plus(RECOVERY).toNanos(), MOST_STEPS);
        if (!ended) {
            violations.add(new Violation(Kind.LIVELOCK, "no end of steps"));
        } else if (witness.stays() == before) {
            violations.add(new Violation(Kind.UNFINISHED, "no process gets the key although all is well"));
        }
        violations.addAll(witness.check());
        return new Report(seed, violations, witness.stays(), trace.digest(), trace.lines());
    }

    private void start(int number) {
        Life process = new Life(scheduler);
        processes.set(number, process);
        LeaseStore seen = witness.in(wire.connect(LeaseStore.class, store, process, "p" + number), process);
        work(process, new LeasedLock(seen, process, random.split(), "p" + number));
    }

    private void work(Life process, DistributedLock lock) {
        LockOptions options = random.nextBoolean()
                ? LockOptions.fixed(LEASE)
                : LockOptions.watched(LEASE, LEASE.multipliedBy(3)).waiting(LEASE.multipliedBy(2));
        var _ = lock.withLease("key", options, _ -> process.pause(upTo(LONGEST_WORK)))
                .whenComplete((_, failure) -> {
                    if (failure != null && !(DomainFailure.causeOf(failure) instanceof DomainFailure)) {
                        violations.add(new Violation(Kind.BUG, failure.toString()));
                    }
                    var _ = process.after(upTo(LONGEST_WORK), () -> work(process, lock));
                });
    }

    private void crash() {
        int number = random.nextInt(PROCESSES);
        trace.note(scheduler.nanoTime(), "p" + number, "crashes");
        processes.get(number).end();
        var _ = scheduler.after(upTo(LEASE), () -> start(number));
    }

    private void hold() {
        int number = random.nextInt(PROCESSES);
        trace.note(scheduler.nanoTime(), "p" + number, "is held");
        processes.get(number).hold(upTo(LONGEST_HELD));
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }
}
