package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Measurements.Budget;
import io.nightmarket.testkit.TcpProxy;
import io.nightmarket.testnode.Handicap;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What can be done to a sale. On the command line each is written small and with dashes. */
enum Fault {
    /** Nothing is done: what is found here is found everywhere. */
    NONE,
    KILL_NODE,
    KILL_WRITER,
    PAUSE_WRITER,
    KILL_MYSQL,
    KILL_REDIS,
    DISK_FULL,
    FLUSHALL,
    OLDER_AOF,
    REPLICA,
    REDIS_REPLIES,
    MYSQL_REPLIES,
    POISON,
    /** An accepted order whose data MySQL refuses. */
    UNWRITABLE,
    /** A node's clock is an hour off, this way or that. */
    CLOCK,
    /** Most messages of the event bus are lost. */
    BUS_LOSS,
    /** The table of orders is renamed away for some seconds. */
    TABLE_RENAMED,
    /** The table of orders has a column for some seconds that no insert fills. */
    TABLE_ALTERED,
    /** A console transaction holds the lock of the sale's stock for several settle timeouts. */
    LOCK_HELD,
    /** Each transaction that settles orders takes longer than the writer's lease. */
    SLOW_COMMITS,
    REDIS_REQUESTS,
    MYSQL_REQUESTS,
    /** Operators change the sale while Redis or MySQL is killed. */
    OPERATOR,
    /** Two others, one shortly after the other. */
    TWO_FAULTS,
    /** The last commits of MySQL are lost, and Redis keeps all. */
    DATABASE_SET_BACK,
    /** A replica takes the primary's place for one node, while the other goes on with the primary for some seconds. */
    TWO_PRIMARIES,
    /** To both nodes the clocks of the servers are an hour off. */
    SERVER_CLOCKS,
    /** The queue is in MySQL, which is killed, and then the writer. */
    MYSQL_QUEUE,
    /** Nodes are killed between two steps of paying, cancelling and refunding. */
    KILL_IN_CALLS;

    private static final double LOSS = 0.7;
    private static final Injections.Direction REPLIES = TcpProxy::inject;
    private static final Injections.Direction REQUESTS = TcpProxy::injectIntoRequests;
    private static final long ANY = Long.MAX_VALUE;
    /** As long as a buyer tries again: clicks that come later find the sale served. */
    private static final Duration UNAVAILABLE = Duration.ofSeconds(40);
    /** Changes of the writer while commits are slow. */
    private static final long FEW_CHANGES = 3;

    /** What has to be done before the first click. */
    void prepare(Stage stage) throws IOException {
        if (this == REPLICA || this == TWO_PRIMARIES) {
            stage.redis.follow();
        }
    }

    /** Injects it, and heals what the product can't heal itself. Returns when that is done. */
    void inject(ScenarioContext context) throws IOException, SQLException {
        switch (this) {
            case NONE, CLOCK, SERVER_CLOCKS, BUS_LOSS -> {}
            case KILL_NODE -> Injections.killOnlyNode(context);
            case KILL_WRITER -> Injections.killWriter(context);
            case PAUSE_WRITER -> Injections.pauseWriter(context);
            case KILL_MYSQL -> Injections.killMySqlInTransaction(context);
            case KILL_REDIS -> Injections.killRedis(context);
            case DISK_FULL -> Injections.fillDiskOfRedis(context);
            case FLUSHALL -> Injections.flush(context);
            case OLDER_AOF -> Injections.restoreOlderLog(context);
            case REPLICA -> Injections.promoteReplica(context);
            case REDIS_REPLIES -> Injections.disturb(context, FleetNode::redis, REPLIES, Injections.CUTS_AND_DELAYS);
            case MYSQL_REPLIES -> Injections.disturb(context, FleetNode::mysql, REPLIES, Injections.CUTS_AND_DELAYS);
            case REDIS_REQUESTS -> Injections.disturb(context, FleetNode::redis, REQUESTS, Injections.CUTS_AND_DELAYS);
            case MYSQL_REQUESTS -> Injections.disturb(context, FleetNode::mysql, REQUESTS, Injections.CUTS_AND_DELAYS);
            case POISON -> Poison.mixIn(context);
            case UNWRITABLE -> Poison.reserveUnwritable(context);
            case TABLE_RENAMED -> DatabaseFaults.renameOrders(context);
            case TABLE_ALTERED -> DatabaseFaults.alterOrders(context);
            case LOCK_HELD -> DatabaseFaults.lockStock(context);
            case SLOW_COMMITS -> DatabaseFaults.slowCommits(context);
            case DATABASE_SET_BACK -> SetBack.inject(context);
            case OPERATOR -> Injections.operate(context);
            case TWO_FAULTS -> Injections.injectTwo(context);
            case TWO_PRIMARIES -> Injections.splitRedis(context);
            case MYSQL_QUEUE -> Injections.killMySqlAndWriter(context);
            case KILL_IN_CALLS -> CallKiller.kill(context);
        }
    }

    /** The nodes that take part. */
    List<Handicap> cast(long seed) {
        return switch (this) {
            case KILL_NODE -> List.of(Handicap.NONE);
            case CLOCK -> clocks(new Random(seed));
            case SERVER_CLOCKS -> Collections.nCopies(2, wrongClock(new Random(seed)));
            case BUS_LOSS -> List.of(new Handicap(Duration.ZERO, LOSS, 1), new Handicap(Duration.ZERO, LOSS, 2));
            default -> List.of(Handicap.NONE, Handicap.NONE);
        };
    }

    private static List<Handicap> clocks(Random random) {
        Handicap wrong = wrongClock(random);
        return random.nextBoolean() ? List.of(wrong, Handicap.NONE) : List.of(Handicap.NONE, wrong);
    }

    private static Handicap wrongClock(Random random) {
        return new Handicap(Duration.ofHours(random.nextBoolean() ? 1 : -1), 0, 0);
    }

    /** Settings of the nodes besides the usual ones. */
    Map<String, String> settings() {
        return switch (this) {
            case LOCK_HELD -> Map.of("sale.settle-timeout", "1s");
            case MYSQL_QUEUE -> Map.of("adapters.queue", "mysql");
            default -> Map.of();
        };
    }

    /** What the product may do to mend what this fault does. */
    Budget budget() {
        return switch (this) {
            case NONE, CLOCK, SERVER_CLOCKS, BUS_LOSS -> new Budget(0, ANY, Duration.ZERO);
            case SLOW_COMMITS -> new Budget(ANY, FEW_CHANGES, UNAVAILABLE);
            default -> new Budget(ANY, ANY, UNAVAILABLE);
        };
    }

    boolean movesClocks() {
        return this == CLOCK || this == SERVER_CLOCKS;
    }

    /** Whether the queue knows orders that MySQL has lost, until the audit enqueues them again. */
    boolean losesCommits() {
        return this == DATABASE_SET_BACK;
    }

    /** Whether buyers do anything with their orders: not where MySQL loses what a gateway would remember. */
    boolean goesOnAfterTheSale() {
        return !losesCommits();
    }

    /** Whether accepted orders may be lost, whose buyers got no answer that they are settled. */
    boolean losesRedis() {
        return this == FLUSHALL || this == OLDER_AOF || this == REPLICA || this == TWO_PRIMARIES;
    }

    /** How many dead letters there are in the end. */
    int letters() {
        return switch (this) {
            case POISON -> Poison.LETTERS;
            case UNWRITABLE -> 1;
            default -> 0;
        };
    }

    String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Fault> of(String written) {
        return Arrays.stream(values())
                .filter(fault -> fault.written().equals(written))
                .findFirst();
    }
}
