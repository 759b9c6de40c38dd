package io.nightmarket.chaos.check;

import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Event.Operation;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one buyer asked and was answered, in order of time. */
record BuyerHistory(long buyer, List<Event> events) {
    static BuyerHistory of(long buyer, List<Event> events) {
        return new BuyerHistory(
                buyer,
                events.stream().sorted(Comparator.comparingLong(Event::sent)).toList());
    }

    /** Orders that the buyer was answered to have, at any time. */
    Set<Long> answered() {
        return answers(OrderAnswered.class).map(OrderAnswered::order).collect(Collectors.toSet());
    }

    /** When the buyer was first answered to have this order. */
    long toldAt(long order) {
        return events.stream()
                .filter(event -> event.answer() instanceof OrderAnswered answered && answered.order() == order)
                .mapToLong(Event::answered)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Those that it was answered to be written. */
    Set<Long> answeredSettled() {
        return answers(OrderAnswered.class)
                .filter(answered -> answered.state() == Answer.OrderState.SETTLED)
                .map(OrderAnswered::order)
                .collect(Collectors.toSet());
    }

    /** Orders that the buyer was answered to be void, lost ones included, with the last reason. */
    Map<Long, String> toldVoid() {
        return answers(Rejected.class)
                .collect(Collectors.toMap(Rejected::order, Rejected::reason, (_, later) -> later));
    }

    Set<Long> answeredLost() {
        return answers(Rejected.class)
                .filter(Rejected::isLost)
                .map(Rejected::order)
                .collect(Collectors.toSet());
    }

    /** Whether the buyer must reckon with an order that it was not answered of: who only asks makes none. */
    boolean hasUnknownOutcome() {
        return clicks().map(Event::answer).anyMatch(answer -> answer instanceof Unknown || answer instanceof Improper);
    }

    /** Whether the last click was sent after this time, and answered with nothing, or not at all. */
    boolean wasTurnedAwayAfter(long time) {
        return clicks().max(Comparator.comparingLong(Event::answered))
                .filter(click -> click.sent() >= time)
                .map(Event::answer)
                .filter(answer -> answer instanceof Refused || answer.isToRepeat())
                .isPresent();
    }

    /** The last answer to each question what became of it. */
    Map<String, Answer> lastResults() {
        return events.stream()
                .filter(event -> event.operation() == Operation.RESULT)
                .collect(Collectors.toMap(Event::how, Event::answer, (_, later) -> later, TreeMap::new));
    }

    /** What was done with its orders. */
    Stream<Event> afterSale() {
        return events.stream().filter(event -> event.operation().isAfterSale());
    }

    private Stream<Event> clicks() {
        return events.stream().filter(event -> event.operation() == Operation.CLICK);
    }

    private <A extends Answer> Stream<A> answers(Class<A> kind) {
        return events.stream().map(Event::answer).filter(kind::isInstance).map(kind::cast);
    }
}
