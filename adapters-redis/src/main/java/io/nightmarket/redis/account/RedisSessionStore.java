package io.nightmarket.redis.account;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session is a hash that expires when the session ends; times are kept to the millisecond. */
public final class RedisSessionStore implements SessionStore {
    private static final Logger LOG = LoggerFactory.getLogger(RedisSessionStore.class);
    private static final LuaScript KEEP = LuaScript.load("keep-session-1");
    private static final LuaScript CHANGE_ROLE = LuaScript.load("change-role-1");
    private static final LuaScript END = LuaScript.load("end-session-1");

    private final RedisLink link;
    private final SessionPolicy policy;

    public RedisSessionStore(RedisLink link, SessionPolicy policy) {
        this.link = link;
        this.policy = policy;
    }

    @Override
    public CompletionStage<Void> save(Session session, Instant lastSeen) {
        return keep(session, lastSeen, "any");
    }

    @Override
    public CompletionStage<Void> slide(Session session, Instant seen) {
        return keep(session, seen, "present");
    }

    private CompletionStage<Void> keep(Session session, Instant seen, String which) {
        List<String> arguments = List.of(
                Long.toString(session.user().value()),
                session.role().name(),
                Long.toString(session.endsAt().toEpochMilli()),
                Long.toString(seen.toEpochMilli()),
                Long.toString(policy.idle().toMillis()),
                which);
        return link.run(KEEP, List.of(RedisKeys.session(session.id())), arguments)
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> changeRole(SessionId id, Role role) {
        return link.run(CHANGE_ROLE, List.of(RedisKeys.session(id)), List.of(role.name()))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> end(SessionId id) {
        String markStays = Long.toString(policy.idle().toMillis());
        return link.run(END, List.of(RedisKeys.session(id)), List.of(markStays)).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Lookup> find(SessionId id) {
        return link.read(Request.cmd(Command.HMGET)
                        .arg(RedisKeys.session(id))
                        .arg("ended")
                        .arg("user")
                        .arg("role")
                        .arg("endsAt")
                        .arg("lastSeen"))
                .thenApply(reply -> lookup(id, reply.parts()));
    }

    private static Lookup lookup(SessionId id, List<Reply> fields) {
        if (!fields.getFirst().isNothing()) {
            return new Lookup.Ended();
        }
        if (fields.get(1).isNothing()) {
            return new Lookup.Missing();
        }
        try {
            return live(id, fields);
        } catch (RuntimeException e) {
            // The ledger decides then.
            LOG.warn("A stored session can't be read and counts as missing: {}", e.getMessage());
            return new Lookup.Missing();
        }
    }

    private static Lookup live(SessionId id, List<Reply> fields) {
        Session session = new Session(
                id,
                new UserId(Long.parseLong(fields.get(1).text())),
                Role.valueOf(fields.get(2).text()),
                Instant.ofEpochMilli(Long.parseLong(fields.get(3).text())));
        return new Lookup.Live(
                session, Instant.ofEpochMilli(Long.parseLong(fields.get(4).text())));
    }
}
