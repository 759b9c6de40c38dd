package io.nightmarket.domain.note;

import io.nightmarket.domain.cache.ReadResult;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Lists of notes, by their ids, from caches.
 *
 * @param hot the page of the most liked from this offset on
 */
public record NoteLists(
        LongFunction<CompletionStage<ReadResult<List<NoteId>>>> hot,
        Function<RankPeriod, CompletionStage<ReadResult<List<NoteId>>>> ranks) {}
