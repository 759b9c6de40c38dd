package io.nightmarket.http;

import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.audit.AuditTrail;
import io.vertx.ext.web.Router;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Makes the HTTP verticles of a node, and holds what they share. */
public final class HttpAdapters {
    private final SharedHttpState share;
    private final Consumer<Router> moreRoutes;

    /**
     * @param tokenKeys the key (HS256) that signs tokens, and others that are accepted, the same on all nodes: random bytes, 32 or
     *     more
     * @param requests measures the requests to operations
     * @param moreRoutes adds to each verticle's router what stands outside of the contract, on that verticle's loop
     */
    public HttpAdapters(
            HttpConfig config,
            byte[][] tokenKeys,
            AuditTrail auditTrail,
            Clock clock,
            SecureRandom random,
            RequestMeter requests,
            Consumer<Router> moreRoutes) {
        this.moreRoutes = moreRoutes;
        // The wall clock could be put back, and no bucket would be filled until it is as late again.
        this.share = new SharedHttpState(
                config,
                tokenKeys,
                auditTrail,
                clock,
                System::nanoTime,
                new Overload(System::nanoTime),
                random,
                requests);
    }

    /**
     * A verticle, to be deployed once.
     *
     * @param api makes what is served, called once, on the verticle's loop
     * @param close closes what it stands on, called once, after the last request
     */
    public HttpVerticle verticle(Supplier<CompletionStage<EventLoopApi>> api, Supplier<CompletionStage<Void>> close) {
        return new HttpVerticle(share, api, close, moreRoutes);
    }

    /** The connections that are open. */
    public int connections() {
        return share.connections().count();
    }

    /** What the verticles share. */
    public SharedHttpState share() {
        return share;
    }

    /** Takes word of sessions, from any node. */
    public SessionEvents sessionEvents() {
        return share.trusted();
    }
}
