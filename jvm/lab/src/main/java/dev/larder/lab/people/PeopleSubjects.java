package dev.larder.lab.people;

import com.acme.employee.Address;
import com.acme.employee.People;
import com.acme.employee.Sex;
import com.acme.employee.SpringPerson;
import dev.larder.lab.host.Subject;
import java.util.List;

/** The datasets whose values are classes of this package. */
public final class PeopleSubjects {
  private PeopleSubjects() {}

  /** The subject of a dataset; null if none of these classes fits. */
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
