package io.nightmarket.redis.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.note.LikeChange;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.note.LikeSnapshot;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.PaddedId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.RedisLoadedSets;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A note's likes are one sorted set: users by time, of a fixed width so that equal times are in the order of ids, and beside them,
 * with scores up to 0, what is known of the set: versions, and how many like the note, are negative.
 */
public final class RedisLikeSets extends RedisLoadedSets<NoteId, LikeSnapshot> implements LikeSets {
    private static final LuaScript FIRST = LuaScript.load("read-likers-1");
    private static final LuaScript PUT = LuaScript.load("put-like-2");
    private static final LuaScript CHECK = LuaScript.load("check-likes-2");

    private static final String COUNT = "count";
    private static final String MANY = "many";

    /** @param random names loads, and jitters expiries */
    public RedisLikeSets(RedisLink link, RandomGenerator random) {
        super(link, random);
    }

    @Override
    protected String copy(NoteId note) {
        return RedisKeys.noteLikes(note);
    }

    private static String member(UserId user) {
        return PaddedId.of(user.value());
    }

    /** One command a note, all in one packet. */
    @Override
    public CompletionStage<Map<NoteId, Known>> read(Map<NoteId, Set<UserId>> viewers) {
        List<NoteId> notes = List.copyOf(viewers.keySet());
        List<List<UserId>> users = viewers.values().stream().map(List::copyOf).toList();
        List<CompletionStage<Optional<Known>>> reads = new ArrayList<>(notes.size());
        for (int i = 0; i < notes.size(); i++) {
            reads.add(read(notes.get(i), users.get(i)));
        }
        return Stages.list(reads).thenApply(known -> {
            Map<NoteId, Known> all = HashMap.newHashMap(notes.size());
            for (int i = 0; i < notes.size(); i++) {
                NoteId note = notes.get(i);
                known.get(i).ifPresent(found -> all.put(note, found));
            }
            return all;
        });
    }

    private CompletionStage<Optional<Known>> read(NoteId note, List<UserId> viewers) {
        Request request =
                Request.cmd(Command.ZMSCORE).arg(copy(note)).arg(COUNT).arg(MANY);
        viewers.forEach(viewer -> request.arg(member(viewer)));
        return link.read(request)
                .thenApply(reply -> Optional.of(known(reply.parts(), viewers)))
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()));
    }

    private static Known known(List<Reply> scores, List<UserId> viewers) {
        if (scores.get(0).isNothing()) {
            return scores.get(1).isNothing() ? new Known.NotLoaded() : new Known.TooLarge();
        }
        Set<UserId> likers = new HashSet<>();
        for (int i = 0; i < viewers.size(); i++) {
            if (!scores.get(i + 2).isNothing()) {
                likers.add(viewers.get(i));
            }
        }
        return new Known.Loaded(-Long.parseLong(scores.get(0).text()), likers);
    }

    @Override
    public CompletionStage<Optional<List<UserId>>> first(NoteId note, int max) {
        return link.runReading(FIRST, List.of(copy(note)), List.of(Integer.toString(max)))
                .thenApply(reply -> {
                    List<Reply> parts = reply.parts();
                    return parts.getFirst().number() == 0
                            ? Optional.empty()
                            : Optional.of(parts.stream()
                                    .skip(1)
                                    .map(user -> new UserId(Long.parseLong(user.text())))
                                    .toList());
                });
    }

    @Override
    protected List<String> content(NoteId note, String load, LikeSnapshot likes) {
        if (likes.isTooLarge()) {
            return List.of("ZADD", "0", MANY);
        }
        List<String> command = new ArrayList<>();
        command.add("ZADD");
        add(command, -likes.before() - likes.likers().size(), COUNT);
        for (int part = 0; part < likes.versions().size(); part++) {
            add(command, -likes.versions().get(part), "part " + part);
        }
        likes.likers().forEach(liker -> add(command, liker.since().toEpochMilli(), member(liker.user())));
        return command;
    }

    private static void add(List<String> command, long score, String member) {
        command.add(Long.toString(score));
        command.add(member);
    }

    @Override
    public CompletionStage<Void> put(LikeChange change) {
        return link.run(
                        PUT,
                        keys(change.note()),
                        List.of(
                                member(change.user()),
                                Long.toString(change.liked() ? change.at().toEpochMilli() : 0),
                                Integer.toString(change.part()),
                                Long.toString(change.version()),
                                Integer.toString(MAX_LIKERS)))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Boolean> dropIfBehind(NoteId note, List<Long> versions) {
        return link.run(
                        CHECK,
                        keys(note),
                        List.of(versions.stream().map(String::valueOf).collect(Collectors.joining(" "))))
                .thenApply(reply -> reply.number() == 1);
    }
}
