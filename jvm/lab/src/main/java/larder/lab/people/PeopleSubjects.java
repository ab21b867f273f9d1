package larder.lab.people;

import java.util.List;
import larder.lab.host.Subject;

/** The datasets whose values are classes of this package. */
public final class PeopleSubjects {
  private PeopleSubjects() {}

  /** The subject of a dataset, null if its values are of no class here. */
  public static Subject of(String dataset) {
    return switch (dataset) {
      case "people" ->
          Subject.ofBean(
              People.class, List.of(People.class, Address.class, Sex.class), new PeoplePacking());
      case "spring-person" ->
          Subject.ofBean(
              SpringPerson.class, List.of(SpringPerson.class), new SpringPersonPacking());
      default -> null;
    };
  }
}
