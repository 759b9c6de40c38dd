package io.nightmarket.chaos;

import io.nightmarket.testnode.Handicap;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
    REDIS_DOUBLED,
    MYSQL_REPLIES,
    MYSQL_DOUBLED,
    POISON,
    /** A node's clock is an hour off, this way or that. */
    CLOCK,
    /** Most words of the event bus reach nobody. */
    BUS_LOSS;

    private static final double LOSS = 0.7;

    /** What has to be done before anybody clicks. */
    void prepare(Stage stage) throws IOException {
        if (this == REPLICA) {
            stage.redis.follow();
        }
    }

    /** Injects it, and heals what the product can't heal itself. Returns when that is done. */
    void inject(Scene scene) throws IOException, SQLException {
        switch (this) {
            case NONE, CLOCK, BUS_LOSS -> {}
            case KILL_NODE -> Injections.killOnlyNode(scene);
            case KILL_WRITER -> Injections.killWriter(scene);
            case PAUSE_WRITER -> Injections.pauseWriter(scene);
            case KILL_MYSQL -> Injections.killMySqlInTransaction(scene);
            case KILL_REDIS -> Injections.killRedis(scene);
            case DISK_FULL -> Injections.fillDiskOfRedis(scene);
            case FLUSHALL -> Injections.flush(scene);
            case OLDER_AOF -> Injections.restoreOlderLog(scene);
            case REPLICA -> Injections.promoteReplica(scene);
            case REDIS_REPLIES -> Injections.disturbReplies(scene, FleetNode::redis, Injections.CUTS_AND_DELAYS);
            case REDIS_DOUBLED -> Injections.disturbReplies(scene, FleetNode::redis, Injections.DOUBLES);
            case MYSQL_REPLIES -> Injections.disturbReplies(scene, FleetNode::mysql, Injections.CUTS_AND_DELAYS);
            case MYSQL_DOUBLED -> Injections.disturbReplies(scene, FleetNode::mysql, Injections.DOUBLES);
            case POISON -> Poison.mixIn(scene);
        }
    }

    /** The nodes that take part. */
    List<Handicap> cast(long seed) {
        return switch (this) {
            case KILL_NODE -> List.of(Handicap.NONE);
            case CLOCK -> clocks(new Random(seed));
            case BUS_LOSS -> List.of(new Handicap(Duration.ZERO, LOSS, 1), new Handicap(Duration.ZERO, LOSS, 2));
            default -> List.of(Handicap.NONE, Handicap.NONE);
        };
    }

    private static List<Handicap> clocks(Random random) {
        Handicap wrong = new Handicap(Duration.ofHours(random.nextBoolean() ? 1 : -1), 0, 0);
        return random.nextBoolean() ? List.of(wrong, Handicap.NONE) : List.of(Handicap.NONE, wrong);
    }

    /** Whether accepted orders may be lost, of which nobody was told that they are settled. */
    boolean losesRedis() {
        return this == FLUSHALL || this == OLDER_AOF || this == REPLICA;
    }

    /** So many letters end up among the dead. */
    int letters() {
        return this == POISON ? Poison.LETTERS : 0;
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
