package io.nightmarket.chaos;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.nightmarket.chaos.violating.EntersByTheWindow;
import io.nightmarket.chaos.violating.check.AsksTheProduct;
import org.junit.jupiter.api.Test;

/** Chaos breaks what everybody gets, by the front door; and its judge takes nothing from what it judges. */
final class ChaosArchitectureTest {
    private static final ArchRule ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR = noClasses()
            .that()
            .resideInAPackage("io.nightmarket.chaos..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "io.nightmarket.redis.*..", "io.nightmarket.mysql.*..", "io.nightmarket.http.*.."));

    private static final ArchRule THE_JUDGE_IS_INDEPENDENT = noClasses()
            .that()
            .resideInAPackage("io.nightmarket.chaos..check")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "io.nightmarket.domain..",
                    "io.nightmarket.redis..",
                    "io.nightmarket.mysql..",
                    "io.nightmarket.http..",
                    "io.nightmarket.bootstrap..",
                    "io.nightmarket.bench.."));

    @Test
    void theRulesHold() {
        var chaos = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.nightmarket.chaos");
        ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR.check(chaos);
        THE_JUDGE_IS_INDEPENDENT.check(chaos);
    }

    @Test
    void theRulesCatchTheirViolatingFixtures() {
        assertTrue(ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR
                .evaluate(new ClassFileImporter().importClasses(EntersByTheWindow.class))
                .hasViolation());
        assertTrue(THE_JUDGE_IS_INDEPENDENT
                .evaluate(new ClassFileImporter().importClasses(AsksTheProduct.class))
                .hasViolation());
    }
}
