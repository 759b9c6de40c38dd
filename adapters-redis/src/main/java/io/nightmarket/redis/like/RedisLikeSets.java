package io.nightmarket.redis.like;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.like.LikeChange;
import io.nightmarket.domain.like.LikeSets;
import io.nightmarket.domain.like.LikeSnapshot;
import io.nightmarket.domain.like.LikeSnapshot.Liker;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.redis.link.LoadedTtl;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.PaddedId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A note's likes are one sorted set: users by time, of a fixed width so that equal times are in the order of ids, and beside them,
 * with scores up to 0, what is known of the set. Scores of versions are negative.
 */
public final class RedisLikeSets implements LikeSets {
    private static final LuaScript READ = LuaScript.load("read-likes-1");
    private static final LuaScript FIRST = LuaScript.load("read-likers-1");
    private static final LuaScript BEGIN = LuaScript.load("begin-likes-1");
    private static final LuaScript STORE = LuaScript.load("store-likes-1");
    private static final LuaScript PUT = LuaScript.load("put-like-1");
    private static final LuaScript CHECK = LuaScript.load("check-likes-1");

    private static final Duration LOADING_TTL = Duration.ofSeconds(10);
    private static final String NO_USER = "";

    private final RedisLink link;
    private final RandomGenerator random;

    /** @param random jitter of expiries */
    public RedisLikeSets(RedisLink link, RandomGenerator random) {
        this.link = link;
        this.random = random;
    }

    private static List<String> keys(NoteId note) {
        return List.of(RedisKeys.noteLikes(note));
    }

    private static String member(UserId user) {
        return PaddedId.of(user.value());
    }

    @Override
    public CompletionStage<Known> read(NoteId note, Optional<UserId> viewer) {
        return link.runReading(
                        READ,
                        keys(note),
                        List.of(viewer.map(RedisLikeSets::member).orElse(NO_USER)))
                .thenApply(reply -> known(reply.parts()));
    }

    private static Known known(List<Reply> parts) {
        return switch ((int) parts.getFirst().number()) {
            case 0 -> new Known.NotLoaded();
            case 1 ->
                new Known.Loaded(
                        parts.get(1).number() + parts.get(2).number(),
                        parts.get(3).number() == 1);
            case 2 -> new Known.TooLarge();
            default ->
                throw new Corrupt("no state of likes: " + parts.getFirst().number());
        };
    }

    @Override
    public CompletionStage<Optional<List<UserId>>> first(NoteId note, int max) {
        return link.runReading(FIRST, keys(note), List.of(Integer.toString(max)))
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
    public CompletionStage<Boolean> beginLoad(NoteId note, String load) {
        return link.run(BEGIN, keys(note), List.of(load, Long.toString(LOADING_TTL.toMillis())))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> store(NoteId note, String load, LikeSnapshot likes) {
        return link.run(
                        STORE,
                        keys(note),
                        List.of(load, LoadedTtl.millis(random), likes.isTooLarge() ? "0 many" : members(likes)))
                .thenApply(reply -> reply.number() == 1);
    }

    private static String members(LikeSnapshot likes) {
        StringBuilder text =
                new StringBuilder("0 loaded ").append(-likes.before()).append(" before");
        for (int part = 0; part < likes.versions().size(); part++) {
            text.append(' ')
                    .append(-likes.versions().get(part))
                    .append(" part_")
                    .append(part);
        }
        for (Liker liker : likes.likers()) {
            text.append(' ').append(liker.since().toEpochMilli()).append(' ').append(member(liker.user()));
        }
        return text.toString();
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
