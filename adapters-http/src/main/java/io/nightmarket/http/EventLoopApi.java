package io.nightmarket.http;

import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.http.route.Routes;
import java.util.List;

/**
 * What one event loop serves.
 *
 * @param checkSession asked by every route that needs a session
 * @param logOut ends the session of a request
 */
public record EventLoopApi(CheckSession checkSession, LogOut logOut, List<Routes> routes) {
    public EventLoopApi {
        routes = List.copyOf(routes);
    }
}
