package io.nightmarket.http.checkin;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.domain.checkin.CheckIn.Calendar;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Users check in, make up for missed days, and see what they did. */
public final class CheckInRoutes implements Routes {
    private final CheckIn checkIn;

    public CheckInRoutes(CheckIn checkIn) {
        this.checkIn = checkIn;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind(
                "checkIn",
                Options.USERS,
                request -> checkIn.checkIn(userOf(request)).thenApply(CheckInRoutes::answer));
        endpoints.bind(
                "makeUpCheckIn",
                Options.USERS,
                request -> checkIn.makeUp(userOf(request), request.body().requiredDate("date"))
                        .thenApply(CheckInRoutes::answer));
        endpoints.bind(
                "countCheckIns",
                Options.USERS,
                request -> checkIn.streak(userOf(request)).thenApply(Answer::of));
        endpoints.bind(
                "countCheckInsOfDay",
                Options.AUDITORS,
                request -> checkIn.count(Query.day(request.context(), "date")).thenApply(Answer::of));
        endpoints.bind("showCheckIns", Options.USERS, this::calendar);
    }

    private static UserId userOf(Request request) {
        return request.session().user();
    }

    private static Answer answer(CheckIn.Outcome outcome) {
        return switch (outcome) {
            case DONE -> Answer.DONE;
            case NOT_PAST -> Answer.refused(ErrorCode.SIGN_NOT_PAST);
            case TOO_OLD -> Answer.refused(ErrorCode.SIGN_TOO_OLD);
            case TOO_MANY -> Answer.refused(ErrorCode.SIGN_MADE_UP_TOO_OFTEN);
        };
    }

    private CompletionStage<Answer> calendar(Request request) {
        YearMonth month =
                Query.text(request.context(), "month").map(YearMonth::parse).orElseGet(checkIn::month);
        return checkIn.calendar(userOf(request), month).thenApply(found -> Answer.of(CalendarView.of(found)));
    }

    /**
     * A month.
     *
     * @param days their numbers
     * @param madeUp those of them that were made up for
     */
    record CalendarView(String month, List<Integer> days, List<Integer> madeUp, int makeUpsLeft) {
        static CalendarView of(Calendar calendar) {
            return new CalendarView(
                    calendar.month().toString(),
                    numbers(calendar.days()),
                    numbers(calendar.days().stream()
                            .filter(CheckIns.Day::madeUp)
                            .toList()),
                    calendar.makeUpsLeft());
        }

        private static List<Integer> numbers(List<CheckIns.Day> days) {
            return days.stream().map(day -> day.date().getDayOfMonth()).toList();
        }
    }
}
