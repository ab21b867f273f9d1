package dev.larder.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** What holds of the classes of a module: {@code ArchitectureRules.of(PACKAGE…).check()}. */
public final class ArchitectureRules {
  private static final String INTERNAL = "dev.larder.internal";

  private final List<String> packages;
  private final JavaClasses classes;

  private ArchitectureRules(List<String> packages) {
    this.packages = packages;
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/shaded/"))
            .importPackages(packages);
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("there are no classes in " + packages);
    }
  }

  /**
   * @param packages those of the module; packages within them are part of them
   */
  public static ArchitectureRules of(String... packages) {
    return new ArchitectureRules(List.of(packages));
  }

  /**
   * Packages use each other one way, so do classes, and the module uses no internals of another.
   *
   * @throws AssertionError if a rule is broken; it names the circle or the class
   */
  public void check() {
    slices()
        .assignedFrom(byName("package ", JavaClass::getPackageName))
        .should()
        .beFreeOfCycles()
        .check(classes);
    slices()
        .assignedFrom(byName("class ", ArchitectureRules::outermost))
        .should()
        .beFreeOfCycles()
        .check(classes);
    noClasses()
        .should()
        .dependOnClassesThat(
            describe(
                "are internals of another module",
                other ->
                    isWithin(other, INTERNAL)
                        && packages.stream().noneMatch(p -> isWithin(other, p))))
        .check(classes);
  }

  private static boolean isWithin(JavaClass type, String packageName) {
    return (type.getPackageName() + ".").startsWith(packageName + ".");
  }

  /** A nested class belongs to the class around it. */
  private static String outermost(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private interface Naming {
    String name(JavaClass type);
  }

  private SliceAssignment byName(String kind, Naming naming) {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return packages.stream().anyMatch(p -> isWithin(type, p)) && !type.isArray()
            ? SliceIdentifier.of(kind + naming.name(type))
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "each " + kind.strip();
      }
    };
  }
}
