package io.nightmarket.http.route;

import io.vertx.ext.web.Router;

/** The routes of one capability, of one event loop or of all. */
@FunctionalInterface
public interface Routes {
    /** Binds each operation of the capability; called once for each event loop, when its router is made. */
    void bind(Endpoints endpoints);

    /** Adds what is served outside of the contract, before the files of a site; what it does not know goes on. */
    default void bindFiles(Router router, Endpoints endpoints) {}
}
