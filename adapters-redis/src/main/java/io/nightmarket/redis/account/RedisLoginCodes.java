package io.nightmarket.redis.account;

import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Login codes as hashes that expire. A request is first held against its phone's budget, then counted for its address,
 * then issued: phone and address may lie on different servers of a cluster, and a refusal writes nothing.
 */
public final class RedisLoginCodes implements LoginCodes {
    private static final LuaScript BUDGET_OF = LuaScript.load("find-budget-5");
    private static final LuaScript COUNT = LuaScript.load("count-asking-1");
    private static final LuaScript ISSUE = LuaScript.load("issue-code-4");
    private static final LuaScript WITHDRAW = LuaScript.load("withdraw-code-5");
    private static final LuaScript REDEEM = LuaScript.load("redeem-code-1");
    private static final LuaScript RECOGNIZE = LuaScript.load("recognize-address-2");
    private static final Duration WINDOW = Duration.ofHours(1);

    /** The budget of all addresses that are not known. */
    static final String STRANGERS = "strangers";

    private final RedisLink link;
    private final int perAddressAndHour;
    private final Clock clock;

    /** @param perAddressAndHour the most codes for one address in an hour; 0 means any number */
    public RedisLoginCodes(RedisLink link, int perAddressAndHour, Clock clock) {
        this.link = link;
        this.perAddressAndHour = perAddressAndHour;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Permit> issue(Requester requester, ChallengeId challenge, String digest) {
        return findBudget(requester).thenCompose(found -> {
            Permit wait = permit(found.parts().getLast());
            String budget = found.parts().getFirst().number() == 1 ? requester.address() : STRANGERS;
            return wait instanceof Permit.TooSoon
                    ? CompletableFuture.completedStage(wait)
                    : count(requester.address())
                            .thenCompose(counted -> counted instanceof Permit.TooSoon
                                    ? CompletableFuture.completedStage(counted)
                                    : issue(requester, budget, challenge, digest));
        });
    }

    private CompletionStage<Reply> findBudget(Requester requester) {
        PhoneNumber phone = requester.phone();
        List<String> keys = new ArrayList<>(List.of(RedisKeys.knownAddresses(phone)));
        keys.addAll(budget(phone, STRANGERS));
        keys.addAll(budget(phone, requester.address()));
        String oldest = Long.toString(clock.millis() - KNOWN_TIME.toMillis());
        List<String> arguments = List.of(
                requester.address(),
                Integer.toString(BUDGET),
                oldest,
                millis(PAUSE),
                millis(MAX_PAUSE),
                millis(BUDGET_TIME));
        return link.run(BUDGET_OF, keys, arguments);
    }

    private static List<String> budget(PhoneNumber phone, String budget) {
        return List.of(RedisKeys.codePause(phone, budget), RedisKeys.codeBudget(phone, budget));
    }

    private CompletionStage<Permit> count(String address) {
        if (perAddressAndHour == 0) {
            return CompletableFuture.completedStage(new Permit.Granted());
        }
        List<String> arguments = List.of(Integer.toString(perAddressAndHour), millis(WINDOW));
        return link.run(COUNT, List.of(RedisKeys.codeAskings(address)), arguments)
                .thenApply(RedisLoginCodes::permit);
    }

    private CompletionStage<Permit> issue(Requester requester, String budget, ChallengeId challenge, String digest) {
        PhoneNumber phone = requester.phone();
        List<String> keys =
                new ArrayList<>(List.of(RedisKeys.code(phone, challenge), RedisKeys.latestChallenge(requester)));
        keys.addAll(budget(phone, budget));
        List<String> arguments = List.of(
                digest,
                challenge.value(),
                millis(LIFETIME),
                millis(PAUSE),
                millis(MAX_PAUSE),
                Integer.toString(BUDGET),
                millis(BUDGET_TIME));
        return link.run(ISSUE, keys, arguments).thenApply(RedisLoginCodes::permit);
    }

    static Permit permit(Reply millisToWait) {
        long millis = millisToWait.number();
        return millis == 0 ? new Permit.Granted() : new Permit.TooSoon(Duration.ofMillis(millis));
    }

    @Override
    public CompletionStage<Void> withdraw(Requester requester, ChallengeId challenge) {
        PhoneNumber phone = requester.phone();
        List<String> keys = new ArrayList<>(List.of(RedisKeys.code(phone, challenge)));
        keys.addAll(budget(phone, STRANGERS));
        keys.addAll(budget(phone, requester.address()));
        return link.run(WITHDRAW, keys, List.of(challenge.value())).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Optional<ChallengeId>> redeem(
            Requester requester, Optional<ChallengeId> challenge, List<String> digests) {
        return challenge.isPresent()
                ? redeem(requester, challenge.get(), "named", digests)
                : latest(requester)
                        .thenCompose(latest -> latest.isPresent()
                                ? redeem(requester, latest.get(), "unnamed", digests)
                                : CompletableFuture.completedStage(Optional.empty()));
    }

    private CompletionStage<Optional<ChallengeId>> latest(Requester requester) {
        return link.read(Request.cmd(Command.GET).arg(RedisKeys.latestChallenge(requester)))
                .thenApply(reply -> reply.isNothing() ? Optional.empty() : ChallengeId.parse(reply.text()));
    }

    private CompletionStage<Optional<ChallengeId>> redeem(
            Requester requester, ChallengeId challenge, String kind, List<String> digests) {
        List<String> keys = List.of(RedisKeys.code(requester.phone(), challenge));
        List<String> arguments = List.of(String.join(" ", digests), Integer.toString(MAX_TRIES), kind);
        return link.run(REDEEM, keys, arguments)
                .thenApply(reply -> reply.number() == 1 ? Optional.of(challenge) : Optional.empty());
    }

    @Override
    public CompletionStage<Void> recognize(Requester requester) {
        PhoneNumber phone = requester.phone();
        List<String> keys = List.of(RedisKeys.knownAddresses(phone), RedisKeys.codeBudget(phone, requester.address()));
        List<String> arguments = List.of(
                requester.address(),
                Long.toString(clock.millis()),
                millis(KNOWN_TIME),
                Integer.toString(KNOWN_ADDRESSES));
        return link.run(RECOGNIZE, keys, arguments).thenAccept(_ -> {});
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
