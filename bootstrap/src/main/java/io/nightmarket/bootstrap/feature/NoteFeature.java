package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.cache.CacheRegistry;
import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.note.CountLikes;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeMeter;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.ListComments;
import io.nightmarket.domain.note.ListLikers;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.RankPeriod;
import io.nightmarket.domain.note.ReadLikes;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.note.CommentRoutes;
import io.nightmarket.http.note.LikeRoutes;
import io.nightmarket.http.note.NoteListRoutes;
import io.nightmarket.http.note.NoteRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Notes with their likes and comments, and how they are shown, from caches. */
final class NoteFeature implements Feature {
    private static final Duration CLEANING_INTERVAL = Duration.ofSeconds(5);
    private static final int CLEANING_BATCH = 1_000;

    /** Within which the order of the hot list follows, and a set that missed a like is dropped. */
    private static final Duration COUNTING_INTERVAL = Duration.ofSeconds(1);

    private final Wiring wiring;
    private final FindUserCard cards;
    private final NodeCache<NoteId, Note> notes;
    private final NodeCache<Long, List<NoteId>> hot;
    private final NodeCache<RankPeriod, List<NoteId>> ranks;
    private final Map<RedisAdapters, ReadLikes> likes = new ConcurrentHashMap<>();

    /** @param cards the cards of authors */
    NoteFeature(Wiring wiring, FindUserCard cards) {
        this.wiring = wiring;
        this.cards = cards;
        CacheRegistry caches = wiring.caches();
        NoteRepository stored = wiring.mysql().notes();
        LikeLedger ledger = wiring.mysql().likes();
        this.notes = caches.define(
                CacheNames.NOTES,
                KeyFormat.ofNumbers(NoteId::value, NoteId::new),
                new TypeReference<>() {},
                Source.of(id -> ShowNotes.load(stored, NoteRoutes::safeHtml, id)));
        this.hot = caches.define(
                CacheNames.HOT_NOTES,
                KeyFormat.ofNumbers(Long::longValue, Long::valueOf),
                new TypeReference<>() {},
                Source.of(
                        offset -> stored.mostLiked(offset, ShowNotes.PAGE_SIZE).thenApply(CacheKeys::unlessEmpty)));
        this.ranks = caches.define(
                CacheNames.NOTE_RANKS,
                new KeyFormat<>(RankPeriod::name, RankPeriod::valueOf),
                new TypeReference<>() {},
                Source.of(period -> ledger.mostLikedWithin(period.length(), ShowNotes.MAX_RANKED)
                        .thenApply(CacheKeys::unlessEmpty)));
    }

    @Override
    public List<Deployable> verticles() {
        LikeMeter meter = wiring.metrics().likes();
        CountLikes counting =
                new CountLikes(wiring.mysql().likes(), wiring.redis().likeSets(), meter);
        return List.of(
                JobVerticle.pruning(
                        "deleted-notes",
                        () -> wiring.mysql().notes().cleanUp(CLEANING_BATCH),
                        wiring.lock(),
                        CLEANING_INTERVAL),
                JobVerticle.pruning(
                        "deleted-comments", () -> writeComment().cleanUp(), wiring.lock(), CLEANING_INTERVAL),
                new JobVerticle("note-likes", likeCounting(counting, meter), wiring.lock(), COUNTING_INTERVAL));
    }

    /** What another node finds from here on is not this one's to show. */
    static JobVerticle.Job likeCounting(CountLikes counting, LikeMeter meter) {
        return JobVerticle.Job.of(counting::iterate, () -> meter.compared(0, 0));
    }

    private WriteComment writeComment() {
        return new WriteComment(wiring.mysql().comments(), wiring.caches());
    }

    /** One of each event loop: its readers of a note share a load. */
    private ReadLikes likes(RedisAdapters loop) {
        return likes.computeIfAbsent(
                loop,
                made -> new ReadLikes(
                        wiring.mysql().likes(),
                        made.likeSets(),
                        wiring.missedWrites(),
                        wiring.timers(),
                        wiring.random()));
    }

    ShowNotes show(RedisAdapters loop) {
        return new ShowNotes(
                notes.reader(),
                hot.reader()::read,
                ranks.reader()::read,
                wiring.mysql().notes(),
                cards,
                likes(loop),
                wiring.clock());
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        SharedHttpState share = wiring.http().share();
        ShowNotes show = show(loop);
        LikeNote like = new LikeNote(wiring.mysql().likes(), loop.likeSets(), wiring.missedWrites());
        return List.of(
                new NoteListRoutes(share, show),
                new NoteRoutes(share, show, new PublishNote(wiring.mysql().notes(), wiring.caches())),
                new LikeRoutes(share, like, new ListLikers(notes.reader(), likes(loop), cards)),
                new CommentRoutes(
                        share, writeComment(), new ListComments(wiring.mysql().comments(), cards)));
    }
}
