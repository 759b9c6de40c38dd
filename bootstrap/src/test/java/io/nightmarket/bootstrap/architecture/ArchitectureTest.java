package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.nightmarket.bootstrap.config.violating.UnusedSetting;
import io.nightmarket.bootstrap.feature.KnowsAnotherFeature;
import io.nightmarket.bootstrap.violating.AsksTheGateway;
import io.nightmarket.bootstrap.violating.EntersByTheWindow;
import io.nightmarket.bootstrap.violating.NeedsEmbedded;
import io.nightmarket.bootstrap.violating.UsesSettings;
import io.nightmarket.bootstrap.violating.WaitsOnTheLoop;
import io.nightmarket.domain.violating.DomainOnVertx;
import io.nightmarket.domain.violating.DomainWithAClockOfItsOwn;
import io.nightmarket.domain.violating.one.FirstRoom;
import io.nightmarket.domain.violating.two.SecondRoom;
import io.nightmarket.http.violating.HttpOnRedis;
import io.nightmarket.mysql.violating.MySqlAsksTheGateway;
import io.nightmarket.mysql.violating.MySqlOnRedis;
import io.nightmarket.redis.violating.RedisOnBootstrap;
import io.nightmarket.redis.violating.RedisOnMySql;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every border holds, and every rule that guards one catches its violating fixture. */
final class ArchitectureTest {
    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar") && !location.contains("/testkit/"))
            .importPackages("io.nightmarket");

    @TestFactory
    Stream<DynamicTest> theHouseKeepsItsBorders() {
        return Stream.of(
                holds("domain on the JDK alone", Rules.DOMAIN_STANDS_ON_THE_JDK_ALONE),
                holds("rooms without cycles", Rules.ROOMS_HAVE_NO_CYCLES),
                holds("redis alone", Rules.ADAPTERS_DO_NOT_KNOW_EACH_OTHER_1),
                holds("mysql alone", Rules.ADAPTERS_DO_NOT_KNOW_EACH_OTHER_2),
                holds("http alone", Rules.ADAPTERS_DO_NOT_KNOW_EACH_OTHER_3),
                holds("front doors", Rules.ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR),
                holds("routes made by features", Rules.ONLY_FEATURES_MAKE_ROUTES),
                holds("features alone", Rules.FEATURES_DO_NOT_KNOW_EACH_OTHER),
                holds("embedded known to one class", Rules.ONE_CLASS_KNOWS_EMBEDDED),
                holds("bootstrap unknown", Rules.NOBODY_KNOWS_BOOTSTRAP),
                holds("nothing waits", Rules.NOTHING_WAITS),
                holds("time and chance given", Rules.THE_DOMAIN_IS_GIVEN_TIME_AND_CHANCE),
                holds("gateway unknown to adapters", Rules.ADAPTERS_DO_NOT_KNOW_THE_GATEWAY),
                holds("gateway asked by payments", Rules.ONLY_PAYMENTS_ASK_THE_GATEWAY),
                holds("settings used", SettingsRules.EVERY_SETTING_IS_USED),
                holds("settings given whole", SettingsRules.SETTINGS_ARE_MADE_BY_ONE_CONSTRUCTOR));
    }

    @TestFactory
    Stream<DynamicTest> everyRuleCatchesItsViolatingFixture() {
        return Stream.of(
                catches(Rules.DOMAIN_STANDS_ON_THE_JDK_ALONE, DomainOnVertx.class),
                catches(Rules.ROOMS_HAVE_NO_CYCLES, FirstRoom.class, SecondRoom.class),
                catches(Rules.ADAPTERS_DO_NOT_KNOW_EACH_OTHER_1, RedisOnMySql.class),
                catches(Rules.ADAPTERS_DO_NOT_KNOW_EACH_OTHER_2, MySqlOnRedis.class),
                catches(Rules.ADAPTERS_DO_NOT_KNOW_EACH_OTHER_3, HttpOnRedis.class),
                catches(Rules.ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR, EntersByTheWindow.class),
                catches(Rules.ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR, EntersByTheWindow.OfHttp.class),
                catches(Rules.ONLY_FEATURES_MAKE_ROUTES, EntersByTheWindow.HasRoutes.class),
                catches(Rules.FEATURES_DO_NOT_KNOW_EACH_OTHER, KnowsAnotherFeature.class),
                catches(Rules.ONE_CLASS_KNOWS_EMBEDDED, NeedsEmbedded.class),
                catches(Rules.NOBODY_KNOWS_BOOTSTRAP, RedisOnBootstrap.class),
                catches(Rules.NOTHING_WAITS, WaitsOnTheLoop.OnAFuture.class),
                catches(Rules.NOTHING_WAITS, WaitsOnTheLoop.OnVertx.class),
                catches(Rules.NOTHING_WAITS, WaitsOnTheLoop.OnALatch.class),
                catches(Rules.NOTHING_WAITS, WaitsOnTheLoop.Asleep.class),
                catches(Rules.ADAPTERS_DO_NOT_KNOW_THE_GATEWAY, MySqlAsksTheGateway.class),
                catches(Rules.ONLY_PAYMENTS_ASK_THE_GATEWAY, AsksTheGateway.class),
                catches(Rules.ONLY_PAYMENTS_ASK_THE_GATEWAY, AsksTheGateway.Passed.class),
                catches(Rules.THE_DOMAIN_IS_GIVEN_TIME_AND_CHANCE, DomainWithAClockOfItsOwn.class));
    }

    @Test
    void aSettingWithoutEffectIsFoundWhereItIsReadAndWhereItIsPassedTo() {
        JavaClasses violating = new ClassFileImporter()
                .importClasses(
                        UnusedSetting.class,
                        UsesSettings.class,
                        UsesSettings.Pool.class,
                        UsesSettings.Connection.class);
        List<String> unused = SettingsRules.EVERY_SETTING_IS_USED
                .evaluate(violating)
                .getFailureReport()
                .getDetails();
        assertEquals(
                List.of(
                        UnusedSetting.class.getName() + ".checked is never used",
                        UnusedSetting.class.getName() + ".unused is never used",
                        UsesSettings.Pool.class.getName() + ".unused is never used"),
                unused);
        List<String> shortened = SettingsRules.SETTINGS_ARE_MADE_BY_ONE_CONSTRUCTOR
                .evaluate(violating)
                .getFailureReport()
                .getDetails();
        assertEquals(
                List.of(
                        UsesSettings.Connection.class.getName() + " can be made in 2 ways",
                        UsesSettings.Pool.class.getName() + " can be made in 2 ways"),
                shortened);
    }

    private static DynamicTest holds(String name, ArchRule rule) {
        return DynamicTest.dynamicTest(name, () -> rule.check(HOUSE));
    }

    private static DynamicTest catches(ArchRule rule, Class<?> violator, Class<?>... others) {
        JavaClasses violating = new ClassFileImporter()
                .importClasses(
                        Stream.concat(Stream.of(violator), Stream.of(others)).toArray(Class<?>[]::new));
        return DynamicTest.dynamicTest(
                violator.getSimpleName(),
                () -> assertTrue(rule.evaluate(violating).hasViolation(), "not caught: " + violator.getName()));
    }
}
