package io.nightmarket.redis.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.redis.follow.RedisFollowSets;
import io.nightmarket.redis.link.Batches;
import io.nightmarket.redis.link.LoadedTtl;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.PaddedId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Sorted sets of notes by time, of a fixed width so that equal times are in the order of ids; whom a reader follows is a set beside it. */
public final class RedisInboxes implements Inboxes {
    private static final LuaScript READ = LuaScript.load("read-inbox-2");
    private static final LuaScript BEGIN = LuaScript.load("begin-inbox-2");
    private static final LuaScript STORE = LuaScript.load("store-inbox-1");
    private static final LuaScript PUSH = LuaScript.load("push-note-1");

    private static final LuaScript INCARNATION = LuaScript.load("server-incarnation-0");

    /** Reads of inboxes under way at once, of those who share this, and how many readers share one. */
    private static final int CALLS = 2;

    private static final int BATCH = 128;
    private static final int MAX_WAITING = 10_000;

    private static final Duration LOADING_TTL = Duration.ofSeconds(30);
    private static final String PULLED = "a";
    private static final String PULLED_SCORE = "-1";

    private final RedisLink link;
    private final RandomGenerator random;
    private final RedisFollowSets follows;
    private final GroupCommit<Query, CompletionStage<Optional<Contents>>> reads =
            new GroupCommit<>(this::readTogether, CALLS, BATCH, MAX_WAITING);

    private record Query(Version inbox, FeedPlace after, int max, List<UserId> authors) {}

    /** @param random jitter of expiries */
    public RedisInboxes(RedisLink link, RandomGenerator random) {
        this.link = link;
        this.random = random;
        this.follows = new RedisFollowSets(link, random);
    }

    private static List<String> keys(Version inbox) {
        return List.of(RedisKeys.inbox(inbox.follower()), RedisKeys.follows(inbox.follower()));
    }

    private static String number(Version inbox) {
        return Long.toString(inbox.number());
    }

    private static String score(FeedPlace place) {
        return Long.toString(place.time().getEpochSecond());
    }

    /** Notes have whole seconds: within one, a place is before all notes of its begin. */
    private static FeedPlace toSeconds(FeedPlace place) {
        Instant second = place.time().truncatedTo(ChronoUnit.SECONDS);
        return second.equals(place.time()) ? place : FeedPlace.before(second);
    }

    @Override
    public CompletionStage<Optional<Contents>> read(Version inbox, FeedPlace after, int max, List<UserId> authors) {
        return reads.submit(new Query(inbox, toSeconds(after), max, authors)).thenCompose(found -> found);
    }

    /** Readers share the question which server this is. It comes last: another one than before does not have what was read. */
    private CompletionStage<List<CompletionStage<Optional<Contents>>>> readTogether(List<Query> queries) {
        List<CompletionStage<Reply>> replies = queries.stream().map(this::read).toList();
        return link.runReading(INCARNATION, List.of(), List.of())
                .thenApply(server -> replies.stream()
                        .map(reply -> reply.thenApply(found -> contents(found, "i" + server.text())))
                        .toList());
    }

    private CompletionStage<Reply> read(Query query) {
        List<String> arguments = new ArrayList<>(4 + query.authors.size());
        arguments.add(number(query.inbox));
        arguments.add(score(query.after));
        arguments.add(query.after.isTime() ? "" : PaddedId.of(query.after.note()));
        arguments.add(Integer.toString(query.max));
        query.authors.forEach(author -> arguments.add(Long.toString(author.value())));
        return link.runReading(READ, keys(query.inbox), arguments);
    }

    private static Optional<Contents> contents(Reply reply, String server) {
        if (reply.isNothing()) {
            return Optional.empty();
        }
        List<Reply> parts = reply.parts();
        return parts.getFirst().text().equals(server)
                ? Optional.of(contents(parts.subList(1, parts.size())))
                : Optional.empty();
    }

    private static Contents contents(List<Reply> parts) {
        List<Reply> notes = parts.getFirst().parts();
        List<FeedPlace> places = new ArrayList<>(notes.size() / 2);
        for (int i = 0; i < notes.size(); i += 2) {
            places.add(new FeedPlace(
                    Instant.ofEpochSecond(Long.parseLong(notes.get(i + 1).text())),
                    Long.parseLong(notes.get(i).text())));
        }
        return new Contents(
                places,
                parts.get(1).number() == 1,
                parts.get(2).parts().stream()
                        .map(author -> new UserId(Long.parseLong(author.text().substring(PULLED.length()))))
                        .toList(),
                parts.get(3).parts().stream()
                        .map(author -> new UserId(Long.parseLong(author.text())))
                        .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<Boolean> beginLoad(Version inbox, String load) {
        return link.run(BEGIN, keys(inbox), List.of(number(inbox), load, Long.toString(LOADING_TTL.toMillis())))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> store(Version inbox, String load, Loaded loaded) {
        String oldest =
                loaded.areAll() ? "all" : PaddedId.of(loaded.newest().getLast().note());
        return follows.store(inbox, loaded.followed())
                .thenCompose(_ -> link.run(
                        STORE,
                        List.of(RedisKeys.inbox(inbox.follower())),
                        List.of(load, LoadedTtl.millis(random), Integer.toString(MAX_NOTES), oldest, members(loaded))))
                .thenApply(reply -> reply.number() == 1);
    }

    private static String members(Loaded loaded) {
        StringBuilder text = new StringBuilder(loaded.newest().size() * (PaddedId.DIGITS + 12));
        for (FeedPlace note : loaded.newest()) {
            text.append(score(note))
                    .append(' ')
                    .append(PaddedId.of(note.note()))
                    .append(' ');
        }
        for (UserId author : loaded.pulled()) {
            text.append(PULLED_SCORE)
                    .append(' ')
                    .append(PULLED)
                    .append(author.value())
                    .append(' ');
        }
        return text.toString();
    }

    @Override
    public CompletionStage<Void> push(List<Version> inboxes, FeedPlace note) {
        return push(inboxes, score(note), PaddedId.of(note.note()));
    }

    @Override
    public CompletionStage<Void> pushPulled(List<Version> inboxes, UserId author) {
        return push(inboxes, PULLED_SCORE, PULLED + author.value());
    }

    private CompletionStage<Void> push(List<Version> inboxes, String score, String member) {
        return Batches.callEach(
                inboxes,
                inbox -> link.run(
                        PUSH,
                        List.of(RedisKeys.inbox(inbox.follower())),
                        List.of(number(inbox), score, member, Integer.toString(MAX_NOTES))));
    }
}
