package io.nightmarket.http;

import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.visitor.VisitBuffer;
import io.nightmarket.http.answer.CachePolicy;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.note.NoteViews;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.session.JwtTokens;
import io.nightmarket.http.session.TrustedSessions;
import io.nightmarket.http.stream.StreamBounds;
import io.nightmarket.http.visitor.Visits;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/**
 * What the event loops of a node share, whatever they serve. What belongs to one capability is shared by that
 * capability's own object.
 */
// Over 200 lines: one accessor for each thing that routes share, and the limits that the settings make.
public final class SharedHttpState {
    private static final RateLimit CHANGES = new RateLimit(300, Duration.ofMinutes(1));
    private static final RateLimit LIKES = new RateLimit(600, Duration.ofMinutes(1));
    private static final RateLimit PICTURES = new RateLimit(120, Duration.ofMinutes(1));

    /** Refusals of one address that are written down; more are only answered. */
    private static final RateLimit AUDITED_REFUSALS = new RateLimit(60, Duration.ofMinutes(1));

    /** Refusals of all addresses together, but for those of merchants and administrators. */
    private static final RateLimit AUDITED_REFUSALS_OF_ALL = new RateLimit(600, Duration.ofMinutes(1));

    /**
     * Bounds the shops that are viewed between two flushes, a second apart; the next bound is that of their visitors.
     */
    private static final int BUFFERED_PAGES = 20_000;

    private static final int BUFFERED_VISITORS = 200_000;

    private final HttpConfig config;
    private final byte[][] tokenKeys;
    private final TrustedSessions trusted;
    private final ClientAddresses addresses;
    private final VisitBuffer visitBuffer;
    private final Visits visits;
    private final Limits limits;
    private final OpenConnections connections;
    private final StreamBounds streamBounds;
    private final HeldBytes held;
    private final Overload overload;
    private final LocalTimes times;
    private final NoteViews noteViews;
    private final AuditLog audit;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private final RequestMeter requests;

    /**
     * @param nanoTime must never go back
     * @param random is safe for use by several threads
     * @param requests measures the requests of all event loops
     */
    SharedHttpState(
            HttpConfig config,
            byte[][] tokenKeys,
            AuditTrail auditTrail,
            Clock clock,
            LongSupplier nanoTime,
            Overload overload,
            RandomGenerator random,
            RequestMeter requests) {
        this.config = config;
        this.tokenKeys = tokenKeys;
        this.trusted = new TrustedSessions(config.tokenTrust(), clock, nanoTime);
        this.addresses = new ClientAddresses(config.trustedProxies()::contain);
        this.connections = new OpenConnections(config.connections(), config.trustedProxies(), nanoTime);
        this.held = new HeldBytes(addresses, config.connections().requestTimeout());
        this.streamBounds = new StreamBounds(config.connections());
        this.overload = overload;
        this.times = new LocalTimes(config.timeZone());
        this.noteViews = new NoteViews(times);
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.audit = auditLog(auditTrail);
        this.random = random;
        this.requests = requests;
        this.visitBuffer = new VisitBuffer(clock, config.timeZone(), BUFFERED_PAGES, BUFFERED_VISITORS);
        this.visits = new Visits(visitBuffer, addresses);
        this.limits = newLimits();
    }

    private AuditLog auditLog(AuditTrail trail) {
        return new AuditLog(
                trail, addresses, buckets(AUDITED_REFUSALS), buckets(AUDITED_REFUSALS_OF_ALL), clock, config.phones());
    }

    private Limits newLimits() {
        ToLongFunction<Request> address = request -> request.address(addresses);
        HttpConfig.ReadRates reading = config.reading();
        HttpConfig.PurchaseRates buying = config.buying();
        TokenBuckets reads = buckets(reading.perAddress());
        TokenBuckets logins = buckets(config.logins().perAddress());
        TokenBuckets codes = buckets(config.logins().codes());
        Limit sales = Limit.of(buckets(buying.perSale()), request -> request.idOrZero("id"));
        return new Limits(
                Limit.of(reads, address),
                Limit.of(reads, address, Limit.of(buckets(reading.perShop()), request -> request.idOrZero("id"))),
                Limit.of(reads, address, Limit.of(buckets(reading.searches()), address)),
                Limit.of(reads, address, Limit.of(buckets(reading.users()), address)),
                ofUsers(reading.orderPages()),
                Limit.of(
                        buckets(buying.perAddress()),
                        address,
                        Limit.of(buckets(buying.perUser()), SharedHttpState::user, sales)),
                Limit.of(logins, address),
                Limit.of(logins, address, Limit.of(codes, _ -> 0)),
                codes,
                ofUsers(buying.orders()),
                ofUsers(CHANGES),
                ofUsers(LIKES),
                ofUsers(CHANGES),
                ofUsers(CHANGES),
                ofUsers(PICTURES));
    }

    private Limit ofUsers(RateLimit rate) {
        return Limit.of(buckets(rate), SharedHttpState::user);
    }

    private static long user(Request request) {
        return request.session().user().value();
    }

    public HttpConfig config() {
        return config;
    }

    JwtTokens tokens(Vertx vertx) {
        return new JwtTokens(vertx, tokenKeys, clock);
    }

    TrustedSessions trusted() {
        return trusted;
    }

    RandomGenerator random() {
        return random;
    }

    OpenConnections connections() {
        return connections;
    }

    /** The bytes in memory for clients. */
    public HeldBytes held() {
        return held;
    }

    /** What streams of events of all kinds keep to. */
    public StreamBounds streamBounds() {
        return streamBounds;
    }

    public Overload overload() {
        return overload;
    }

    public ClientAddresses addresses() {
        return addresses;
    }

    public Visits visits() {
        return visits;
    }

    /** Views of the node that were not added to their counts yet. */
    public VisitBuffer visitBuffer() {
        return visitBuffer;
    }

    /** How often one may call the operations. */
    public Limits limits() {
        return limits;
    }

    public AuditLog audit() {
        return audit;
    }

    /** The time of this node. */
    public Clock clock() {
        return clock;
    }

    public LocalTimes times() {
        return times;
    }

    public NoteViews noteViews() {
        return noteViews;
    }

    public LongSupplier nanoTime() {
        return nanoTime;
    }

    public RequestMeter requests() {
        return requests;
    }

    /** New buckets of this limit, one for each key. */
    private TokenBuckets buckets(RateLimit limit) {
        return new TokenBuckets(limit.count(), limit.per(), nanoTime);
    }

    /**
     * The policy of a route whose answers others may keep.
     *
     * @param maxAge how long browsers and proxies may keep an answer without asking; zero has them ask each time
     */
    public CachePolicy cachePolicy(Duration maxAge) {
        return new CachePolicy(maxAge, clock);
    }

    public Staleness staleness() {
        return new Staleness(clock);
    }
}
