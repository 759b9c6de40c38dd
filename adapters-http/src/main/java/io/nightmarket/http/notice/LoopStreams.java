package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The open streams of one event loop, by shopper. */
final class LoopStreams {
    private final StreamPlaces places;
    private final Map<UserId, List<NoticeStream>> streams = new HashMap<>();

    LoopStreams(StreamPlaces places) {
        this.places = places;
    }

    void add(NoticeStream stream) {
        streams.computeIfAbsent(stream.place().user(), _ -> new ArrayList<>()).add(stream);
    }

    /** Ends and removes this shopper's streams that have no place any more. */
    void endWithoutPlace(UserId shopper) {
        for (NoticeStream stream : ofShopper(shopper)) {
            if (!places.holds(stream.place())) {
                streams.computeIfPresent(shopper, (_, own) -> own.remove(stream) && own.isEmpty() ? null : own);
                stream.end();
            }
        }
    }

    void read(Collection<UserId> shoppers) {
        shoppers.forEach(shopper -> ofShopper(shopper).forEach(NoticeStream::readIfBehind));
    }

    /** What each shopper's streams have all seen, in parts of this size. */
    List<Map<UserId, Long>> seen(int size) {
        List<Map<UserId, Long>> parts = new ArrayList<>();
        streams.forEach((shopper, own) -> {
            if (parts.isEmpty() || parts.getLast().size() == size) {
                parts.add(new HashMap<>());
            }
            long least = own.stream().mapToLong(NoticeStream::seen).min().orElse(Long.MAX_VALUE);
            parts.getLast().put(shopper, least);
        });
        return parts;
    }

    /** A part of the streams: each has one of the turns. */
    List<NoticeStream> ofTurn(int turn, int turns) {
        return streams.values().stream()
                .flatMap(List::stream)
                .filter(stream -> Math.floorMod(System.identityHashCode(stream), turns) == turn)
                .toList();
    }

    private List<NoticeStream> ofShopper(UserId shopper) {
        return List.copyOf(streams.getOrDefault(shopper, List.of()));
    }
}
