package io.nightmarket.bootstrap.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.http.route.Routes;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/** The borders of the house. */
final class Rules {
    private static final String DOMAIN = "io.nightmarket.domain..";
    private static final String REDIS = "io.nightmarket.redis..";
    private static final String MYSQL = "io.nightmarket.mysql..";
    private static final String HTTP = "io.nightmarket.http..";
    private static final String BOOTSTRAP = "io.nightmarket.bootstrap..";
    private static final String FEATURES = "io.nightmarket.bootstrap.feature..";

    static final ArchRule DOMAIN_STANDS_ON_THE_JDK_ALONE = classes()
            .that()
            .resideInAPackage(DOMAIN)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "javax.crypto..", "org.jspecify..", DOMAIN));

    /** Rooms of the domain, those of the sale each by itself, use one another one way. */
    static final ArchRule ROOMS_HAVE_NO_CYCLES =
            slices().matching("io.nightmarket.domain.(**)").should().beFreeOfCycles();

    static final ArchRule ADAPTERS_DO_NOT_KNOW_EACH_OTHER_1 = noneKnows(REDIS, MYSQL, HTTP);
    static final ArchRule ADAPTERS_DO_NOT_KNOW_EACH_OTHER_2 = noneKnows(MYSQL, REDIS, HTTP);
    static final ArchRule ADAPTERS_DO_NOT_KNOW_EACH_OTHER_3 = noneKnows(HTTP, REDIS, MYSQL);

    private static final String INSIDE_HTTP = "io.nightmarket.http.*..";

    /** The classes of a capability over HTTP: its routes, and the factory of those that share something on a node. */
    private static final DescribedPredicate<JavaClass> ROUTES =
            assignableTo(Routes.class).or(simpleNameEndingWith("Api"));

    /** The inner packages of an adapter are its own: whoever is outside meets its root package only. */
    static final ArchRule ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR = noClasses()
            .that()
            .resideInAPackage(BOOTSTRAP)
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.nightmarket.redis.*..", "io.nightmarket.mysql.*..")
                    .or(resideInAPackage(INSIDE_HTTP).and(not(ROUTES))));

    /** The routes of a capability are made by its feature. */
    static final ArchRule ONLY_FEATURES_MAKE_ROUTES = noClasses()
            .that()
            .resideInAPackage(BOOTSTRAP)
            .and()
            .resideOutsideOfPackage(FEATURES)
            .should()
            .dependOnClassesThat(resideInAnyPackage(INSIDE_HTTP));

    /** Features know what they share, not one another; only their list knows them all. */
    static final ArchRule FEATURES_DO_NOT_KNOW_EACH_OTHER = noClasses()
            .that()
            .resideInAPackage(FEATURES)
            .and()
            .areTopLevelClasses()
            .and()
            .doNotHaveSimpleName("Features")
            .should()
            .dependOnClassesThat(simpleNameEndingWith("Feature").and(not(simpleName("Feature"))));

    /** The distribution lacks the module {@code embedded}: a second class that needs it would fail to load there. */
    static final ArchRule ONE_CLASS_KNOWS_EMBEDDED = noClasses()
            .that()
            .resideInAPackage(BOOTSTRAP)
            .and()
            .doNotHaveFullyQualifiedName("io.nightmarket.bootstrap.EmbeddedMode")
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.nightmarket.embedded.."));

    static final ArchRule NOBODY_KNOWS_BOOTSTRAP = noClasses()
            .that(resideOutsideOfPackages(BOOTSTRAP))
            .should()
            .dependOnClassesThat(resideInAnyPackage(BOOTSTRAP));

    /**
     * Event loops never wait. What may wait runs on the main thread before or after the loops, and is named here: the
     * node's start and stop, commands on the database, and the embedded servers.
     */
    static final ArchRule NOTHING_WAITS = noClasses()
            .that(resideOutsideOfPackages("io.nightmarket.embedded.."))
            .and()
            .doNotHaveFullyQualifiedName("io.nightmarket.bootstrap.Node")
            .and()
            .doNotHaveFullyQualifiedName("io.nightmarket.bootstrap.cli.RunCommand")
            .and()
            .doNotHaveFullyQualifiedName("io.nightmarket.bootstrap.cli.CommandDatabase")
            .should()
            .callMethodWhere(calls(Future.class, "get|join|resultNow"))
            .orShould()
            .callMethodWhere(calls(io.vertx.core.Future.class, "await"))
            .orShould()
            .callMethodWhere(calls(CountDownLatch.class, "await"))
            .orShould()
            .callMethodWhere(calls(Thread.class, "sleep|join"));

    /** Clocks and dice come in from outside, so that a test can set them. */
    static final ArchRule THE_DOMAIN_IS_GIVEN_TIME_AND_CHANCE = noClasses()
            .that()
            .resideInAPackage(DOMAIN)
            .should()
            .callMethodWhere(calls(Instant.class, "now"))
            .orShould()
            .callMethodWhere(calls(LocalDate.class, "now"))
            .orShould()
            .callMethodWhere(calls(LocalDateTime.class, "now"))
            .orShould()
            .callMethodWhere(calls(System.class, "currentTimeMillis|nanoTime"))
            .orShould()
            .callMethodWhere(calls(Clock.class, "system.*"))
            .orShould()
            .callMethodWhere(calls(Math.class, "random"))
            .orShould()
            .dependOnClassesThat(assignableTo(Random.class))
            .orShould()
            .dependOnClassesThat(assignableTo(ThreadLocalRandom.class));

    /** A gateway is slow and may hang: it is asked between transactions, never within one, which begin in adapters. */
    static final ArchRule ADAPTERS_DO_NOT_KNOW_THE_GATEWAY = noClasses()
            .that()
            .resideInAnyPackage(MYSQL, REDIS, HTTP)
            .should()
            .dependOnClassesThat(assignableTo(PaymentGateway.class));

    /** Gateways themselves may stand before others. */
    static final ArchRule ONLY_PAYMENTS_ASK_THE_GATEWAY = noClasses()
            .that()
            .resideOutsideOfPackage("io.nightmarket.domain.order.payment..")
            .and()
            .areNotAssignableTo(PaymentGateway.class)
            .should()
            .accessTargetWhere(JavaAccess.Predicates.targetOwner(assignableTo(PaymentGateway.class))
                    .and(JavaAccess.Predicates.target(nameMatching("charge|resolve|refund|verify"))));

    private Rules() {}

    private static DescribedPredicate<JavaCall<?>> calls(Class<?> owner, String methods) {
        return target(owner(assignableTo(owner))).and(target(nameMatching(methods)));
    }

    private static ArchRule noneKnows(String one, String... others) {
        return noClasses().that().resideInAPackage(one).should().dependOnClassesThat(resideInAnyPackage(others));
    }
}
