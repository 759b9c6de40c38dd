package io.nightmarket.redis.follow;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows.VersionChange;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.RedisLoadedSets;
import io.nightmarket.redis.link.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** A user's set holds the ids, and a member for its version. A set that loses its version by a change that fails is not there. */
public final class RedisFollowSets extends RedisLoadedSets<Version, List<UserId>> implements FollowSets {
    private static final LuaScript COMMON = LuaScript.load("common-follows-2");
    private static final LuaScript CHANGE = LuaScript.load("change-follows-2");

    /** @param random names loads, and jitters expiries */
    public RedisFollowSets(RedisLink link, RandomGenerator random) {
        super(link, random);
    }

    private static String member(long version) {
        return "v" + version;
    }

    @Override
    public CompletionStage<Common> common(Version one, Version other, int max) {
        return link.runReading(
                        COMMON, List.of(copy(one), copy(other)), List.of(member(one.number()), member(other.number())))
                .thenApply(reply -> common(reply.parts(), one, other, max));
    }

    private static Common common(List<Reply> parts, Version one, Version other, int max) {
        List<Version> missing = new ArrayList<>();
        if (parts.getFirst().number() == 0) {
            missing.add(one);
        }
        if (parts.get(1).number() == 0) {
            missing.add(other);
        }
        return missing.isEmpty() ? found(parts.stream().skip(2), max) : new Common.NotLoaded(missing);
    }

    /** Equal versions are in both sets, too. */
    private static Common found(Stream<Reply> members, int max) {
        return new Common.Found(members.map(Reply::text)
                .filter(member -> member.charAt(0) != 'v')
                .map(Long::parseLong)
                .sorted()
                .limit(max)
                .map(UserId::new)
                .toList());
    }

    @Override
    protected String copy(Version list) {
        return RedisKeys.follows(list.follower());
    }

    @Override
    protected List<String> look(Version list) {
        return List.of("SISMEMBER", member(list.number()));
    }

    @Override
    protected List<String> content(Version list, String load, List<UserId> followed) {
        List<String> command = new ArrayList<>(2 + followed.size());
        command.add("SADD");
        command.add(member(list.number()));
        followed.forEach(user -> command.add(Long.toString(user.value())));
        return command;
    }

    @Override
    public CompletionStage<Void> change(UserId follower, VersionChange versions, UserId followed, boolean isFollowed) {
        return link.run(
                        CHANGE,
                        keys(new Version(follower, versions.after())),
                        List.of(
                                member(versions.before()),
                                member(versions.after()),
                                Long.toString(followed.value()),
                                isFollowed ? "SADD" : "SREM"))
                .thenAccept(_ -> {});
    }
}
