package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.cache.CacheRegistry;
import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteLists;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.RankPeriod;
import io.nightmarket.domain.note.ReadLikes;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.http.note.NoteRoutes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the features of notes share: how notes are shown, from caches, and who likes them. */
final class NoteContext {
    private final Wiring wiring;
    private final FindUserCard cards;
    private final NodeCache<NoteId, Note> notes;
    private final NodeCache<Long, List<NoteId>> hot;
    private final NodeCache<RankPeriod, List<NoteId>> ranks;
    private final Map<RedisAdapters, ReadLikes> likes = new ConcurrentHashMap<>();

    /** @param cards the cards of authors */
    NoteContext(Wiring wiring, FindUserCard cards) {
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

    FindUserCard cards() {
        return cards;
    }

    ReadThrough<NoteId, Note> notes() {
        return notes.reader();
    }

    /** One of each event loop: its readers of a note share a load. */
    ReadLikes likes(RedisAdapters loop) {
        return likes.computeIfAbsent(
                loop, made -> new ReadLikes(wiring.mysql().likes(), made.likeSets(), wiring.timers(), wiring.random()));
    }

    ShowNotes show(RedisAdapters loop) {
        return new ShowNotes(
                notes.reader(),
                new NoteLists(hot.reader()::read, ranks.reader()::read),
                wiring.mysql().notes(),
                cards,
                likes(loop),
                wiring.clock());
    }
}
