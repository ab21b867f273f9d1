package dev.larder;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Data flows one way through the packages, and users see none of those that are internal. No other
 * module uses those either, which each checks by itself:
 *
 * <pre>{@code
 * @AnalyzeClasses(packages = "dev.larder.redis")
 * class ArchitectureTest {
 *   @ArchTest
 *   static final ArchRule internalsAreNotUsed =
 *       noClasses().should().dependOnClassesThat().resideInAPackage("dev.larder.internal..");
 * }
 * }</pre>
 */
@AnalyzeClasses(packages = "dev.larder", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /**
   * Each package uses only those before it, and what {@link #EVERYWHERE} lists. A new one is put
   * where it belongs.
   */
  private static final List<String> PACKAGES =
      List.of(
          "dev.larder.internal.bytes",
          "dev.larder.internal.dictionary",
          "dev.larder.internal.text",
          "dev.larder.internal.column",
          "dev.larder.internal.shape",
          "dev.larder.internal.message",
          "dev.larder.internal.tree",
          "dev.larder.internal.profile",
          "dev.larder.internal.bind",
          "dev.larder.internal.kind",
          "dev.larder.internal.declared",
          "dev.larder.internal.object",
          "dev.larder.internal.register",
          "dev.larder");

  /** What users and internals share. These use nothing else of the library. */
  private static final DescribedPredicate<JavaClass> EVERYWHERE =
      JavaClass.Predicates.belongToAnyOf(
              ErrorKind.class, LarderException.class, Level.class, Name.class)
          .onResultOf(JavaClass::getBaseComponentType)
          .forSubtype();

  private static final String INTERNAL = "dev.larder.internal..";

  @ArchTest
  static void everyPackageHasItsPlace(JavaClasses classes) {
    Set<String> found =
        classes.stream()
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(PACKAGES), found);
  }

  @ArchTest
  static void eachPackageUsesOnlyThoseBeforeIt(JavaClasses classes) {
    for (int i = 0; i < PACKAGES.size() - 1; i++) {
      String[] later = PACKAGES.subList(i + 1, PACKAGES.size()).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(PACKAGES.get(i))
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAnyPackage(later)
                  .and(DescribedPredicate.not(EVERYWHERE)))
          .check(classes);
    }
    classes()
        .that(EVERYWHERE)
        .should()
        .onlyDependOnClassesThat(EVERYWHERE.or(JavaClass.Predicates.resideInAPackage("java..")))
        .check(classes);
  }

  /** A source file: a class with those that are nested in it. */
  private static final SliceAssignment FILES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          JavaClass outermost = type;
          while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
          }
          return outermost.getPackageName().startsWith("dev.larder")
              ? SliceIdentifier.of(outermost.getName())
              : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
          return "files";
        }
      };

  @ArchTest
  static final ArchRule noFileIsInACircle =
      SlicesRuleDefinition.slices().assignedFrom(FILES).should().beFreeOfCycles();

  private static final DescribedPredicate<JavaClass> INTERNAL_TYPE =
      JavaClass.Predicates.resideInAPackage(INTERNAL);

  @ArchTest
  static final ArchRule usersSeeNothingInternal =
      ArchRuleDefinition.members()
          .that()
          .areDeclaredInClassesThat()
          .resideOutsideOfPackage(INTERNAL)
          .and()
          .areDeclaredInClassesThat()
          .arePublic()
          .should(
              new ArchCondition<JavaMember>("have no internal types in public signatures") {
                @Override
                public void check(JavaMember member, ConditionEvents events) {
                  boolean isSeen =
                      member.getModifiers().contains(JavaModifier.PUBLIC)
                          || member.getModifiers().contains(JavaModifier.PROTECTED);
                  Stream<JavaClass> types =
                      member instanceof JavaCodeUnit code
                          ? Stream.concat(
                              code.getRawParameterTypes().stream(),
                              Stream.of(code.getRawReturnType()))
                          : member.getAllInvolvedRawTypes().stream();
                  if (isSeen
                      && types.map(JavaClass::getBaseComponentType).anyMatch(INTERNAL_TYPE)) {
                    events.add(SimpleConditionEvent.violated(member, member.getDescription()));
                  }
                }
              });
}
