package io.nightmarket.bench.sale;

import io.nightmarket.bench.common.Finding.Reading;
import io.nightmarket.bench.common.Goal;
import io.nightmarket.bench.common.Goal.Measure;
import io.nightmarket.bench.sale.Bench.Pair;
import io.nightmarket.bench.sale.City.Place;
import io.nightmarket.bench.sale.Wrk.Measurement;
import io.nightmarket.bench.sale.Wrk.Target;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testnode.NodeProcess;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** What is measured of reading shops. An answer is looked at before: a fast route that answers nonsense is no good. */
final class ShopScenarios {
    private static final String REQUESTS = "requests/s";
    private static final String SEEN = "%s: a reader before the run was answered %s";

    /** Requests for unknown shops in a storm, at least. */
    private static final int STORM = 100_000;

    /** wrk makes the requests beforehand and keeps them in memory. */
    private static final int MOST_REQUESTS = 1_000_000;

    /** The time during which the node's chores are counted, without requests. */
    private static final Duration REST = Duration.ofSeconds(2);

    /** Each unknown shop is asked for once; above all ids there are. */
    private static final AtomicLong UNKNOWN = new AtomicLong(5_000_000_000L);

    private ShopScenarios() {}

    /** A shop's page that lies in the cache. */
    static void cached(Bench bench) throws IOException, SQLException {
        String what = "GET /shop/{id}, cached";
        String path = "/shop/" + NodeProcess.SHOP.value();
        String answer = bench.stage.read(path);
        bench.report.verify(isShop(answer, NodeProcess.SHOP.value()), SEEN, "shop", answer);
        bench.warmUp(what, Target.get(path));
        Pair pair = bench.besideBare(what, Target.get(path));
        pair.verifyAllAnswered(bench.report, "shop");
        bench.add(what, REQUESTS, pair.reading(), Goal.atLeast(Measure.RATIO, 0.85));
    }

    /** What a shop has on sale, with what the queue has left of it, which all ask for before a sale opens. */
    static void vouchers(Bench bench) throws IOException, SQLException {
        String what = "GET /voucher/list/{shopId}, live stock";
        String path = "/voucher/list/" + NodeProcess.SHOP.value();
        Sale sale = bench.stage.openSale(2L * bench.size.users());
        var _ = bench.stage.answer(sale.path());
        long left = 2L * bench.size.users() - 1;
        Eventually.holds(
                "the list shows the stock of the queue",
                () -> bench.stage.read(path).contains("\"stock\":" + left));
        bench.warmUp(what, Target.get(path));
        Pair pair = bench.besideBare(what, Target.get(path));
        pair.verifyAllAnswered(bench.report, "vouchers");
        bench.add(what, REQUESTS, pair.reading(), Goal.atLeast(Measure.RATIO, 0.60));
    }

    static boolean isShop(String answer, long id) {
        return envelope(answer).getValue("data") instanceof JsonObject shop
                && Long.toString(id).equals(String.valueOf(shop.getValue("id")))
                && !shop.getString("name", "").isEmpty();
    }

    /** The first page of the shops near many people, each at a place of their own, who look for all types. */
    static void nearby(Bench bench) throws IOException, SQLException {
        String what = "GET /shop/of/type near a point";
        bench.step("shops open all over the city");
        bench.stage.city.settle();
        Target pages = Target.getEach(nearbyPaths());
        String answer = bench.stage.read(pages.paths().getFirst());
        bench.report.verify(isNearbyPage(answer, 1), SEEN, "nearby", answer);
        // Each user has looked ten times before, or it takes too long, which is to show.
        long made = 0;
        for (int i = 0; i < 5 && made < 10L * pages.paths().size(); i++) {
            made += bench.hit(what + ", warming up", pages, Math.max(2, bench.size.seconds() / 2))
                    .requests();
        }
        Pair pair = bench.besideBare(what, pages);
        pair.verifyAllAnswered(bench.report, "nearby");
        bench.add(what, REQUESTS, pair.reading(), Goal.atLeast(Measure.RATIO, 0.30));
    }

    static List<String> nearbyPaths() {
        List<String> paths = new ArrayList<>();
        for (Place place : City.crowd(1_000)) {
            paths.add(String.format(
                    Locale.ROOT,
                    "/shop/of/type?typeId=%d&current=1&x=%.6f&y=%.6f",
                    1 + paths.size() % City.TYPES,
                    place.x(),
                    place.y()));
        }
        return paths;
    }

    /** A list of shops of this type, the nearest first. */
    static boolean isNearbyPage(String answer, long type) {
        if (!(envelope(answer).getValue("data") instanceof JsonArray page) || page.isEmpty()) {
            return false;
        }
        double last = 0;
        for (JsonObject shop : page.stream().map(JsonObject.class::cast).toList()) {
            double distance = shop.getDouble("distance", -1.0);
            if (distance < last || !Long.toString(type).equals(String.valueOf(shop.getValue("typeId")))) {
                return false;
            }
            last = distance;
        }
        return true;
    }

    /** A storm of requests for shops that do not exist, each for another one, so that no cache is of use. */
    static void unknown(Bench bench) throws IOException, SQLException {
        String what = "GET /shop/{id} of unknown ids";
        bench.step("the filter of shops is built");
        bench.stage.city.settle();
        String answer = bench.stage.read(unknown(1).paths().getFirst());
        bench.report.verify("SHOP_NOT_FOUND".equals(envelope(answer).getString("code")), SEEN, "unknown-shops", answer);
        double rate = bench.hit(what + ", warming up", unknown(STORM), Math.max(1, bench.size.seconds() / 2))
                .rate();
        int length = lengthOfStorm(rate, bench.size.seconds());
        Target storm = unknown(idsOfStorm(rate, length));
        AtomicLong selects = new AtomicLong();
        AtomicLong chores = new AtomicLong();
        Pair pair = bench.besideBare(storm, () -> {
            long before = selects(bench);
            Measurement measured = bench.hit(what, storm, length);
            long after = selects(bench);
            selects.set(after - before);
            Eventually.rest(REST);
            double atRest = selects(bench) - after;
            chores.set(Math.round(atRest * measured.seconds() / REST.toSeconds()));
            return measured;
        });
        pair.verifyAllAnswered(bench.report, "unknown-shops");
        // Who asks for an id again gets what is remembered of it, which says nothing.
        long requests = pair.measured().requests();
        long each = Math.min(requests, storm.paths().size());
        bench.report.verify(
                100 * (selects.get() - chores.get()) <= each,
                "unknown-shops: %,d requests, %,d of them each for an unknown id; MySQL answered %,d SELECTs"
                        + " meanwhile, of which the node's own chores are about %,d.",
                requests,
                each,
                selects.get(),
                chores.get());
        bench.add(what, REQUESTS, pair.reading(), null);
        bench.add(
                what + ": reached MySQL, with all else that was read there",
                "% of requests",
                Reading.of(100.0 * selects.get() / requests),
                Goal.below(Measure.VALUE, 1));
    }

    /**
     * Enough seconds for the requests, at this rate or a slightly lower one; a machine that stalled while the
     * rate was taken makes no run of hours.
     */
    static int lengthOfStorm(double rate, int seconds) {
        return Math.max(seconds, Math.min(60, (int) Math.ceil(1.25 * STORM / Math.max(1, rate))));
    }

    /** Enough ids that none comes twice, unless it is twice as fast all at once. */
    static int idsOfStorm(double rate, int length) {
        return Math.clamp((long) (2 * rate * length), STORM, MOST_REQUESTS);
    }

    /** How many SELECTs MySQL has had from all clients, by its own count. */
    private static long selects(Bench bench) throws SQLException {
        return bench.stage
                .database
                .list("SHOW GLOBAL STATUS LIKE 'Com_select'", row -> row.getLong(2))
                .getFirst();
    }

    private static Target unknown(int ids) {
        long first = UNKNOWN.getAndAdd(ids);
        return Target.getEach(LongStream.range(first, first + ids)
                .mapToObj(id -> "/shop/" + id)
                .toList());
    }

    private static JsonObject envelope(String answer) {
        try {
            return new JsonObject(answer);
        } catch (DecodeException _) {
            return new JsonObject();
        }
    }
}
