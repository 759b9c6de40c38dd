package io.nightmarket.redis.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.redis.link.Batches;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.PaddedId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.RedisLoadedSets;
import io.nightmarket.redis.link.Reply;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sorted sets of notes by time, of a fixed width so that equal times are in the order of ids; each also holds whom its reader follows. */
public final class RedisInboxes extends RedisLoadedSets<Version, Loaded> implements Inboxes {
    private static final LuaScript READ = LuaScript.load("read-inbox-1");
    private static final LuaScript PUSH = LuaScript.load("push-note-2");

    private static final LuaScript INCARNATION = LuaScript.load("server-incarnation-0");

    /** Reads of inboxes under way at once, of those who share this, and how many readers share one. */
    private static final int CALLS = 2;

    private static final int BATCH = 128;
    private static final int MAX_WAITING = 10_000;

    private static final String SERVER = "i";
    private static final String PULLED = "a";
    private static final String FOLLOWED = "f";
    private static final String PULLED_SCORE = "-1";
    private static final String STATE_SCORE = "-2";
    private static final String FOLLOWED_SCORE = "-3";

    private final GroupCommit<Query, CompletionStage<Optional<Contents>>> reads =
            new GroupCommit<>(this::readTogether, CALLS, BATCH, MAX_WAITING);

    private record Query(Version inbox, FeedPlace after, int max, List<UserId> authors) {}

    /** @param random names loads, and jitters expiries */
    public RedisInboxes(RedisLink link, RandomGenerator random) {
        super(link, random);
    }

    @Override
    protected String copy(Version inbox) {
        return RedisKeys.inbox(inbox.follower());
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
                        .map(reply -> reply.thenApply(found -> contents(found, SERVER + server.text())))
                        .toList());
    }

    private CompletionStage<Reply> read(Query query) {
        List<String> arguments = new ArrayList<>(4 + query.authors.size());
        arguments.add(number(query.inbox));
        arguments.add(score(query.after));
        arguments.add(query.after.isTime() ? "" : PaddedId.of(query.after.note()));
        arguments.add(Integer.toString(query.max));
        query.authors.forEach(author -> arguments.add(FOLLOWED + author.value()));
        return link.runReading(READ, List.of(copy(query.inbox)), arguments);
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
                users(parts.get(2)).toList(),
                users(parts.get(3)).collect(Collectors.toSet()));
    }

    private static Stream<UserId> users(Reply members) {
        return members.parts().stream()
                .map(member -> new UserId(Long.parseLong(member.text().substring(1))));
    }

    /** The load's name says on which server it began. */
    @Override
    protected List<String> look(Version inbox) {
        return List.of("server");
    }

    @Override
    protected List<String> content(Version inbox, String load, Loaded loaded) {
        List<String> command = new ArrayList<>();
        command.add("ZADD");
        add(command, STATE_SCORE, "v" + number(inbox));
        add(command, STATE_SCORE, load.substring(load.indexOf(SERVER)));
        if (loaded.areAll()) {
            add(command, STATE_SCORE, "all");
        }
        loaded.newest().forEach(note -> add(command, score(note), PaddedId.of(note.note())));
        loaded.pulled().forEach(author -> add(command, PULLED_SCORE, PULLED + author.value()));
        loaded.followed().forEach(author -> add(command, FOLLOWED_SCORE, FOLLOWED + author.value()));
        return command;
    }

    private static void add(List<String> command, String score, String member) {
        command.add(score);
        command.add(member);
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
                        PUSH, keys(inbox), List.of(number(inbox), score, member, Integer.toString(MAX_NOTES))));
    }
}
