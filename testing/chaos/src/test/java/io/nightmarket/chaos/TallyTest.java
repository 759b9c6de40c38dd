package io.nightmarket.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.chaos.check.Answer;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Unavailable;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TallyTest {
    private static Event event(Operation operation, long answered, Answer answer) {
        return new Event(1, operation, 0, "", 0, answered, answer);
    }

    private static Event click(long answered, Answer answer) {
        return event(Operation.CLICK, answered, answer);
    }

    @Test
    void anOrderCountsOnceHoweverOftenItIsTold() {
        Tally tally = Tally.of(
                List.of(
                        click(1, new OrderAnswered(7, OrderState.ACCEPTED)),
                        click(2, new OrderAnswered(7, OrderState.BOUGHT)),
                        event(Operation.RESULT, 3, new OrderAnswered(7, OrderState.SETTLED)),
                        click(4, new OrderAnswered(8, OrderState.ACCEPTED)),
                        event(Operation.RESULT, 5, new Rejected(8, Rejected.LOST)),
                        event(Operation.RESULT, 6, new Rejected(9, "SOLD_OUT"))),
                1);
        assertEquals(2, tally.answered());
        assertEquals(1, tally.settled());
        assertEquals(1, tally.lost());
        assertEquals(Map.of("SOLD_OUT", 1L), tally.rejected());
        assertEquals(Map.of("ACCEPTED", 2L, "BOUGHT", 1L), tally.answers());
        assertEquals(
                new JsonObject()
                        .put("answered", 2L)
                        .put("settled", 1L)
                        .put("lost", 1L)
                        .put("sold", 1L)
                        .put("rejected", new JsonObject().put("SOLD_OUT", 1L))
                        .put("answers", new JsonObject().put("ACCEPTED", 2L).put("BOUGHT", 1L)),
                tally.toJson());
    }

    @Test
    void theTimeOf503IsFromTheFirstToTheLast() {
        assertEquals(Duration.ZERO, Tally.unavailable(List.of(click(5, new Refused("SOLD_OUT")))));
        assertEquals(
                Duration.ofNanos(70),
                Tally.unavailable(List.of(
                        click(40, new Unavailable("UNAVAILABLE")),
                        click(70, new Unknown("OUTCOME_UNKNOWN")),
                        click(80, new Unavailable("SALE_PAUSED")),
                        click(90, new Unknown("timeout")))));
    }

    @Test
    void aPauseIsOneOfAnswersThatHold() {
        List<Event> events = List.of(
                click(10, new Refused("SOLD_OUT")),
                click(40, new Unavailable("UNAVAILABLE")),
                click(60, new Refused("SOLD_OUT")),
                click(90, new Refused("SOLD_OUT")),
                click(500, new Refused("SOLD_OUT")));
        assertEquals(Duration.ofNanos(50), Tally.longestPause(events, Duration.ofNanos(80)));
        assertEquals(Duration.ofNanos(410), Tally.longestPause(events, Duration.ofNanos(100)));
    }
}
