package dev.larder.spark;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import org.apache.spark.api.java.function.PairFunction;
import scala.Tuple2;

/**
 * Loads rows of a database by their keys. Each task opens a connection if it has misses.
 *
 * <pre>{@code
 * JdbcLoader.of(
 *     "jdbc:postgresql://db/shop",
 *     "SELECT id, name FROM person WHERE id IN (?)",
 *     row -> new Tuple2<>(row.getLong(1), new Person(row.getString(2))));
 * }</pre>
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class JdbcLoader<K, V> implements Loader<K, V> {
  private static final long serialVersionUID = 1;
  private static final String KEYS = "(?)";

  /** Names the database. */
  private final String url;

  /** The user and the password, if any. */
  private final Properties properties;

  /** The statement before the keys. */
  private final String before;

  /** The statement after the keys. */
  private final String after;

  /** Gets the key and the value of a row. */
  private final PairFunction<ResultSet, K, V> row;

  private transient Connection connection;

  private JdbcLoader(
      String url, Properties properties, String sql, PairFunction<ResultSet, K, V> row) {
    int keys = sql.indexOf(KEYS);
    if (keys < 0 || sql.indexOf('?', keys + 2) >= 0 || sql.lastIndexOf('?', keys) >= 0) {
      throw new IllegalArgumentException(
          "the statement must contain (?) for the keys, once, and no other parameter: SELECT id,"
              + " name FROM person WHERE id IN (?)");
    }
    this.url = url;
    this.properties = properties;
    this.before = sql.substring(0, keys);
    this.after = sql.substring(keys + KEYS.length());
    this.row = row;
  }

  /**
   * Loads the rows of a query.
   *
   * @param <K> the keys
   * @param <V> the values
   * @param url of the database, such as {@code jdbc:postgresql://db/shop}
   * @param sql a query with {@code IN (?)} for the keys
   * @param row gets the key and the value of a row
   * @return a loader that connects without a user
   * @throws IllegalArgumentException if the query does not have {@code (?)} exactly once
   */
  public static <K, V> JdbcLoader<K, V> of(
      String url, String sql, PairFunction<ResultSet, K, V> row) {
    return new JdbcLoader<>(url, new Properties(), sql, row);
  }

  /**
   * Connects as a user. Spark's UI and logs show neither the user nor the password.
   *
   * @param user the name
   * @param password the password
   * @return a loader that connects as this user
   */
  public JdbcLoader<K, V> user(String user, String password) {
    Properties with = new Properties();
    with.putAll(properties);
    with.setProperty("user", user);
    with.setProperty("password", password);
    return new JdbcLoader<>(url, with, before + KEYS + after, row);
  }

  @Override
  public Map<K, V> load(Collection<K> keys) throws Exception {
    if (connection == null) {
      connection = connect();
    }
    List<K> asked = new ArrayList<>(keys);
    // The number of parameters is a power of two, so that the driver and the database see few
    // different statements and can reuse them: the last key is repeated.
    int marks = Integer.highestOneBit(Math.max(1, 2 * asked.size() - 1));
    Map<K, V> found = new HashMap<>();
    try (PreparedStatement statement =
        connection.prepareStatement(before + "(?" + ",?".repeat(marks - 1) + ")" + after)) {
      for (int i = 0; i < marks; i++) {
        statement.setObject(i + 1, asked.get(Math.min(i, asked.size() - 1)));
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Tuple2<K, V> pair = row.call(rows);
          found.put(pair._1(), pair._2());
        }
      }
    }
    return found;
  }

  /** Looks for drivers itself, because DriverManager does not see those of --jars. */
  private Connection connect() throws SQLException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
      if (driver.acceptsURL(url)) {
        return driver.connect(url, properties);
      }
    }
    return DriverManager.getConnection(url, properties);
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
