package io.nightmarket.bootstrap.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Every setting has an effect. Settings are the components of the records in the configuration's package, of the records
 * that these contain, and of each record that is made where a setting is used: the adapters' own configuration, and the
 * limits and policies of use cases.
 */
final class SettingsRules {
    private static final String CONFIG = "io.nightmarket.bootstrap.config";
    private static final DescribedPredicate<JavaClass> PASSES_SETTINGS_ON = resideInAnyPackage(
            "io.nightmarket.bootstrap..", "io.nightmarket.redis", "io.nightmarket.mysql", "io.nightmarket.http");
    private static final Set<String> OF_EVERY_RECORD = Set.of("toString", "equals", "hashCode");

    static final ArchRule EVERY_SETTING_IS_USED = all(new SettingsRecords())
            .should(new ArchCondition<>("be used outside of the configuration's package") {
                @Override
                public void check(JavaClass settings, ConditionEvents events) {
                    components(settings)
                            .filter(component -> !isUsed(component))
                            .forEach(unused -> events.add(
                                    SimpleConditionEvent.violated(unused, unused.getFullName() + " is never used")));
                }
            });

    /** A shorter constructor, or a factory method, puts in a value of its own, and nothing misses the setting. */
    static final ArchRule SETTINGS_ARE_MADE_BY_ONE_CONSTRUCTOR = all(new SettingsRecords())
            .should(new ArchCondition<>("be made by their canonical constructor alone") {
                @Override
                public void check(JavaClass settings, ConditionEvents events) {
                    long ways = settings.getConstructors().size()
                            + factories(settings).count();
                    if (ways > 1) {
                        events.add(SimpleConditionEvent.violated(
                                settings, settings.getName() + " can be made in " + ways + " ways"));
                    }
                }
            });

    private SettingsRules() {}

    private static final class SettingsRecords extends AbstractClassesTransformer<JavaClass> {
        SettingsRecords() {
            super("records of settings");
        }

        @Override
        public Iterable<JavaClass> doTransform(JavaClasses all) {
            Set<JavaClass> settings = new HashSet<>();
            Deque<JavaClass> found = new ArrayDeque<>();
            all.stream().filter(one -> one.isRecord() && isInConfig(one)).forEach(found::add);
            while (!found.isEmpty()) {
                JavaClass next = found.remove();
                if (settings.add(next) && PASSES_SETTINGS_ON.test(next)) {
                    Stream.concat(contained(next), madeFrom(next))
                            .filter(one -> one.isRecord() && isPublic(one) && all.contain(one.getFullName()))
                            .forEach(found::add);
                }
            }
            return settings;
        }

        private static Stream<JavaClass> contained(JavaClass settings) {
            return components(settings).flatMap(component -> component.getAllInvolvedRawTypes().stream());
        }

        private static Stream<JavaClass> madeFrom(JavaClass settings) {
            return components(settings)
                    .flatMap(component -> settings.tryGetMethod(component.getName()).stream())
                    .flatMap(SettingsRules::callers)
                    .filter(caller -> isOutside(caller, settings) && PASSES_SETTINGS_ON.test(caller.getOwner()))
                    .flatMap(caller -> caller.getConstructorCallsFromSelf().stream())
                    .map(JavaAccess::getTargetOwner);
        }
    }

    private static Stream<JavaField> components(JavaClass settings) {
        return settings.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC));
    }

    private static Stream<JavaMethod> factories(JavaClass settings) {
        return settings.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.STATIC)
                        && method.getRawReturnType().equals(settings));
    }

    /** Whether a method that reads it, the accessor or one that says more, is called from outside. */
    private static boolean isUsed(JavaField component) {
        return component.getAccessesToSelf().stream().anyMatch(read -> isReached(read.getOrigin(), new HashSet<>()));
    }

    private static boolean isReached(JavaCodeUnit method, Set<JavaCodeUnit> seen) {
        return method.isMethod()
                && !OF_EVERY_RECORD.contains(method.getName())
                && seen.add(method)
                && callers(method)
                        .anyMatch(caller -> caller.getOwner().equals(method.getOwner())
                                ? isReached(caller, seen)
                                : isOutside(caller, method.getOwner()));
    }

    private static Stream<JavaCodeUnit> callers(JavaCodeUnit method) {
        return method.getAccessesToSelf().stream().map(JavaAccess::getOrigin);
    }

    /** Within the configuration's package, settings are read and checked; what it alone knows is used there. */
    private static boolean isOutside(JavaCodeUnit caller, JavaClass settings) {
        boolean ownToConfig = isInConfig(settings) && !isPublic(settings);
        return !caller.getOwner().equals(settings) && (ownToConfig || !isInConfig(caller.getOwner()));
    }

    private static boolean isPublic(JavaClass one) {
        return one.getModifiers().contains(JavaModifier.PUBLIC);
    }

    private static boolean isInConfig(JavaClass one) {
        return (one.getPackageName() + '.').startsWith(CONFIG + '.');
    }
}
