package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.account.profile.EditProfile;
import io.nightmarket.domain.account.profile.FindProfile;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.http.account.profile.ProfileRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** What users show of themselves. */
final class ProfileFeature implements Feature {
    private final Wiring wiring;

    ProfileFeature(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    public String name() {
        return "profiles";
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        Profiles profiles = wiring.mysql().profiles();
        return List.of(new ProfileRoutes(
                wiring.http().share(),
                new FindProfile(profiles, wiring.mysql().follows()),
                new EditProfile(
                        profiles,
                        wiring.caches(),
                        wiring.clock(),
                        wiring.config().http().timeZone(),
                        wiring.random())));
    }
}
