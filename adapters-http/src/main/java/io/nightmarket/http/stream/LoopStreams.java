package io.nightmarket.http.stream;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.RequestTarget;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.session.Sessions;
import io.nightmarket.http.stream.EventStream.Client;
import io.nightmarket.http.stream.NodeStreams.Place;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The streams of one kind on one event loop. A stream ends with its session, and does not keep it alive. */
public final class LoopStreams<S extends EventStream> {
    /** Streams take turns, so that not all are worked on in one moment. */
    public static final int TURNS = 16;

    private final NodeStreams node;
    private final Context loop;
    private final Map<UserId, List<S>> streams = new HashMap<>();
    private int turn;

    /** On the event loop. */
    public LoopStreams(NodeStreams node, Vertx vertx, Sessions sessions) {
        this.node = node;
        this.loop = vertx.getOrCreateContext();
        node.add(users -> loop.runOnContext(_ -> refresh(users)));
        vertx.setPeriodic(node.heartbeatInterval().dividedBy(TURNS).toMillis(), _ -> sendHeartbeats(sessions));
    }

    /** Whether the client asks for a stream, where an operation has another answer as well. */
    public static boolean isWanted(Request request) {
        String accepted = request.context().request().getHeader(HttpHeaders.ACCEPT);
        return accepted != null && accepted.contains("text/event-stream");
    }

    /**
     * The place is taken at once, and released when the response ends, whatever comes of the request. A request for the head
     * of the answer alone gets that, and takes none.
     */
    public CompletionStage<Answer> open(Request request, Function<Client, S> make) {
        RoutingContext ctx = request.context();
        if (RequestTarget.isHead(ctx)) {
            return CompletableFuture.completedStage(new Answer.Streamed(EventStream::sendHead));
        }
        if (ctx.response().ended() || ctx.response().closed()) {
            return CompletableFuture.failedStage(new Unavailable("the request is over already"));
        }
        UserId user = request.session().user();
        Place place = new Place(
                user, node.addresses().keyOf(ctx.request()), () -> loop.runOnContext(_ -> endWithoutPlace(user)));
        if (!node.take(place)) {
            return CompletableFuture.failedStage(new Unavailable("too many streams are open"));
        }
        S stream = make.apply(new Client(place, request.session().id(), ctx.response()));
        streams.computeIfAbsent(user, _ -> new ArrayList<>()).add(stream);
        ctx.addEndHandler(_ -> remove(place));
        return stream.prepare().thenApply(begin -> new Answer.Streamed(answered -> begin(answered, stream, begin)));
    }

    private void begin(RoutingContext ctx, S stream, Runnable begin) {
        if (stream.isOver()) {
            return;
        }
        if (!node.holds(stream.place())) {
            ctx.fail(new Unavailable("newer streams of the user took the place"));
            return;
        }
        begin.run();
    }

    /** Those of these users may have something to send. */
    public void refresh(Collection<UserId> users) {
        users.forEach(user -> ofUser(user).forEach(EventStream::refresh));
    }

    /** Takes each user, and all streams of that user. */
    public void forEach(BiConsumer<UserId, List<S>> use) {
        streams.forEach(use);
    }

    public List<S> all() {
        return streams.values().stream().flatMap(List::stream).toList();
    }

    /** A part of the streams: each has one of the {@value #TURNS} turns. */
    public List<S> ofTurn(int number) {
        return streams.values().stream()
                .flatMap(List::stream)
                .filter(stream -> Math.floorMod(System.identityHashCode(stream), TURNS) == number)
                .toList();
    }

    private List<S> ofUser(UserId user) {
        return List.copyOf(streams.getOrDefault(user, List.of()));
    }

    private void remove(Place place) {
        node.release(place);
        endWithoutPlace(place.user());
    }

    /** Ends and removes this user's streams that have no place any more. */
    private void endWithoutPlace(UserId user) {
        for (S stream : ofUser(user)) {
            if (!node.holds(stream.place())) {
                streams.computeIfPresent(user, (_, own) -> own.remove(stream) && own.isEmpty() ? null : own);
                stream.end();
            }
        }
    }

    /** To a part of the streams each time. A session that can't be looked at ends none. */
    private void sendHeartbeats(Sessions sessions) {
        turn = (turn + 1) % TURNS;
        for (S stream : ofTurn(turn)) {
            sessions.holds(stream.session()).otherwise(true).onSuccess(holds -> {
                if (holds) {
                    stream.sendHeartbeat();
                } else {
                    remove(stream.place());
                }
            });
        }
    }
}
