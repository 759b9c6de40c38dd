package io.nightmarket.redis;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refuses a server that can't keep what is promised of it, and names settings by which it may lose orders. */
final class ServerCheck {
    private static final Pattern VERSION = Pattern.compile("(?m)^redis_version:((\\d+)\\.(\\d+)\\S*)");
    private static final int MAJOR = 6;
    private static final int MINOR = 2;
    private static final String KEEPS_ALL = "noeviction";
    private static final String LONE_WRITES =
            "Redis has or had replicas, and min-replicas-to-write 0: a primary that is cut off from its replicas goes on"
                    + " accepting orders that a promoted replica lacks; min-replicas-to-write 1 bounds that to"
                    + " min-replicas-max-lag";

    private static final String LACKS_RIGHTS =
            "; its user needs ~nm:* (keys), &nm:lock:node:* (channels), +@all -@dangerous +info (commands)";

    private ServerCheck() {}

    /** Fails with an {@code IllegalStateException} that says what an operator has to change. */
    static CompletionStage<Void> check(RedisLink link) {
        return link.send(Request.cmd(Command.PING))
                .thenCompose(_ -> info(link, "server"))
                .thenAccept(ServerCheck::checkServer)
                .thenCompose(_ -> info(link, "replication"))
                .thenAccept(info -> require(info, "master_replid"))
                .thenCompose(_ -> setting(link, "maxmemory-policy"))
                .thenAccept(policy -> policy.ifPresent(ServerCheck::checkPolicy))
                .thenCompose(_ -> useRights(link))
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(explained(failure)));
    }

    /** What the rights of a user are given for, each by one that changes nothing. */
    private static CompletionStage<Void> useRights(RedisLink link) {
        return Stages.all(List.of(
                link.run(LuaScript.load("server-incarnation-0"), List.of(), List.of()),
                link.send(Request.cmd(Command.EXISTS).arg(RedisKeys.lock("start"))),
                link.send(Request.cmd(Command.PUBLISH)
                        .arg(RedisKeys.lockChannel("start"))
                        .arg(""))));
    }

    private static Throwable explained(Throwable failure) {
        Throwable cause = DomainFailure.causeOf(failure);
        String text = String.valueOf(cause.getMessage());
        return text.contains("NOPERM") ? new IllegalStateException(text + LACKS_RIGHTS, cause) : cause;
    }

    /** What an operator may choose, but must know: by what settings the server may lose orders that were accepted; a sentence each. */
    static CompletionStage<List<String>> risks(RedisLink link) {
        return Stages.list(List.of(
                        setting(link, "maxmemory-policy")
                                .thenApply(value -> riskUnless("maxmemory-policy", KEEPS_ALL, value)),
                        setting(link, "appendonly").thenApply(value -> riskUnless("appendonly", "yes", value)),
                        setting(link, "appendfsync").thenApply(value -> riskUnless("appendfsync", "always", value)),
                        info(link, "replication").thenCompose(info -> riskOfReplicas(link, info))))
                .thenApply(found -> found.stream().flatMap(Optional::stream).toList());
    }

    private static CompletionStage<ServerInfo> info(RedisLink link, String section) {
        return link.send(Request.cmd(Command.INFO).arg(section)).thenApply(reply -> new ServerInfo(reply.text()));
    }

    /** Whether the server has or had replicas. */
    static CompletionStage<Boolean> isReplicated(RedisLink link) {
        return info(link, "replication").thenApply(ServerInfo::hasOrHadReplicas);
    }

    private static void checkServer(ServerInfo info) {
        checkVersion(info.text());
        require(info, "run_id");
    }

    private static CompletionStage<Optional<String>> riskOfReplicas(RedisLink link, ServerInfo info) {
        return info.hasOrHadReplicas()
                ? setting(link, "min-replicas-to-write")
                        .thenApply(value -> value.isEmpty()
                                ? Optional.of(unreported("min-replicas-to-write"))
                                : value.filter("0"::equals).map(_ -> LONE_WRITES))
                : CompletableFuture.completedStage(Optional.empty());
    }

    /** Every script of the queue and of ids compares both, to tell a server that may have lost data. */
    private static void require(ServerInfo info, String field) {
        if (info.value(field).isEmpty()) {
            throw new IllegalStateException(
                    "Redis does not report " + field
                            + " in INFO, by which Night Market notices that it may have lost data; use a server that reports it");
        }
    }

    private static void checkVersion(String info) {
        Matcher version = VERSION.matcher(info);
        if (!version.find()) {
            throw new IllegalStateException("Redis does not report its version; Night Market needs 6.2 or newer");
        }
        int major = Integer.parseInt(version.group(2));
        if (major < MAJOR || (major == MAJOR && Integer.parseInt(version.group(3)) < MINOR)) {
            throw new IllegalStateException(
                    "Redis is version " + version.group(1) + "; Night Market needs 6.2 or newer");
        }
    }

    private static CompletionStage<Optional<String>> setting(RedisLink link, String name) {
        return link.send(Request.cmd(Command.CONFIG).arg("GET").arg(name))
                .thenApply(ServerCheck::valueIn)
                .exceptionallyCompose(failure -> {
                    Throwable cause = DomainFailure.causeOf(failure);
                    // Hosted servers keep CONFIG to themselves.
                    return cause instanceof Corrupt || cause instanceof Unavailable
                            ? CompletableFuture.completedStage(Optional.empty())
                            : CompletableFuture.failedStage(cause);
                });
    }

    private static Optional<String> valueIn(Reply reply) {
        List<Reply> nameAndValue = reply.parts();
        return nameAndValue.size() == 2 ? Optional.of(nameAndValue.getLast().text()) : Optional.empty();
    }

    private static String unreported(String name) {
        return "Redis does not report its setting " + name + ": see to it that it keeps all data, on disk";
    }

    private static Optional<String> riskUnless(String name, String safe, Optional<String> found) {
        if (found.isEmpty()) {
            return Optional.of(unreported(name));
        }
        return found.filter(value -> !safe.equals(value))
                .map(value -> "Redis has " + name + " " + value + ": a crash of it loses orders that were accepted; "
                        + name + " " + safe + " keeps them");
    }

    private static void checkPolicy(String policy) {
        if (!KEEPS_ALL.equals(policy)) {
            throw new IllegalStateException("Redis has maxmemory-policy " + policy
                    + " and could drop sales and orders under memory pressure; set it to " + KEEPS_ALL);
        }
    }
}
