package io.nightmarket.http.route;

/** The routes of one capability on one event loop. */
@FunctionalInterface
public interface Routes {
    /** Binds each operation of the capability; called once, when the router of the loop is made. */
    void bind(Endpoints endpoints);
}
