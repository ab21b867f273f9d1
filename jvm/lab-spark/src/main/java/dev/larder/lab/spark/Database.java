package dev.larder.lab.spark;

import com.acme.employee.Address;
import com.acme.employee.People;
import com.acme.employee.Sex;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The people as rows of H2, a database in this JVM's memory. */
final class Database {
  static final String URL = "jdbc:h2:mem:people;DB_CLOSE_DELAY=-1";

  private static final String COLUMNS =
      "id, first_name, last_name, email, username, company_email, telephone, sex, age,"
          + " street, postal_code, city";
  static final String BY_KEYS = "SELECT " + COLUMNS + " FROM people WHERE id IN (?)";
  static final String BY_KEY = "SELECT " + COLUMNS + " FROM people WHERE id = ?";

  private static final int BATCH = 1_000;

  private Database() {}

  /** Fills it: row {@code id} is person {@code id}, and after the last comes the first again. */
  static void fill(List<People> people, int rows) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id BIGINT PRIMARY KEY, first_name VARCHAR, last_name VARCHAR,"
              + " email VARCHAR, username VARCHAR, company_email VARCHAR, telephone VARCHAR,"
              + " sex VARCHAR, age INT, street VARCHAR, postal_code VARCHAR, city VARCHAR)");
      String insert =
          "INSERT INTO people (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
      try (PreparedStatement row = connection.prepareStatement(insert)) {
        for (int id = 0; id < rows; id++) {
          set(row, id, people.get(id % people.size()));
          row.addBatch();
          if (id % BATCH == BATCH - 1 || id == rows - 1) {
            row.executeBatch();
          }
        }
      }
    }
  }

  private static void set(PreparedStatement row, long id, People person) throws SQLException {
    row.setLong(1, id);
    row.setString(2, person.getFirstName());
    row.setString(3, person.getLastName());
    row.setString(4, person.getEmail());
    row.setString(5, person.getUsername());
    row.setString(6, person.getCompanyEmail());
    row.setString(7, person.getTelephoneNumber());
    row.setString(8, person.getSex().name());
    row.setInt(9, person.getAge());
    row.setString(10, person.getAddress().getStreet());
    row.setString(11, person.getAddress().getPostalCode());
    row.setString(12, person.getAddress().getCity());
  }

  static People person(ResultSet row) throws SQLException {
    People person = new People();
    person.setFirstName(row.getString(2));
    person.setLastName(row.getString(3));
    person.setEmail(row.getString(4));
    person.setUsername(row.getString(5));
    person.setCompanyEmail(row.getString(6));
    person.setTelephoneNumber(row.getString(7));
    person.setSex(Sex.valueOf(row.getString(8)));
    person.setAge(row.getInt(9));
    Address address = new Address();
    address.setStreet(row.getString(10));
    address.setPostalCode(row.getString(11));
    address.setCity(row.getString(12));
    person.setAddress(address);
    return person;
  }
}
