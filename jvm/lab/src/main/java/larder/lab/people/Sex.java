package larder.lab.people;

public enum Sex {
  MALE,
  FEMALE
}
