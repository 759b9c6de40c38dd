package io.nightmarket.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.nightmarket.bench.violating.EntersByTheWindow;
import org.junit.jupiter.api.Test;

/** Benchmarks measure what everybody gets: they enter adapters by the front door, as bootstrap does. */
final class BenchArchitectureTest {
    private static final ArchRule ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR = noClasses()
            .that()
            .resideInAPackage("io.nightmarket.bench..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "io.nightmarket.redis.*..", "io.nightmarket.mysql.*..", "io.nightmarket.http.*.."));

    @Test
    void adaptersAreEnteredByTheFrontDoor() {
        ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR.check(new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.nightmarket.bench"));
    }

    @Test
    void theRuleCatchesItsViolatingFixture() {
        assertTrue(ADAPTERS_ARE_ENTERED_BY_THE_FRONT_DOOR
                .evaluate(new ClassFileImporter().importClasses(EntersByTheWindow.class))
                .hasViolation());
    }
}
