package dev.larder.lab.spark;

import com.acme.employee.People;
import dev.larder.lab.runner.Job.RedisServer;
import dev.larder.spark.Codec;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.util.TaskCompletionListener;
import redis.clients.jedis.Jedis;
import scala.Tuple2;

/**
 * The article's own way through a partition: one GET per row, and if Redis has no value, a query by
 * the key and a SET. Each partition has one connection to Redis and one to the database.
 */
record OneGet(String host, int port, String prefix, Codec.Factory<People> codec)
    implements FlatMapFunction<Iterator<Long>, Tuple2<Long, People>> {

  static OneGet of(RedisServer redis, Codec.Factory<People> codec) {
    return new OneGet(redis.host(), redis.port(), redis.prefix(), codec);
  }

  @Override
  public Iterator<Tuple2<Long, People>> call(Iterator<Long> keys) throws Exception {
    Jedis redis = new Jedis(host, port);
    Connection database = DriverManager.getConnection(Database.URL);
    PreparedStatement query = database.prepareStatement(Database.BY_KEY);
    TaskCompletionListener close =
        context -> {
          redis.close();
          try {
            database.close();
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        };
    TaskContext.get().addTaskCompletionListener(close);
    Codec<People> its = codec.create();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return keys.hasNext();
      }

      @Override
      public Tuple2<Long, People> next() {
        long key = keys.next();
        byte[] name = (prefix + key).getBytes(StandardCharsets.UTF_8);
        try {
          byte[] found = redis.get(name);
          if (found != null) {
            return new Tuple2<>(key, its.decode(found));
          }
          query.setLong(1, key);
          try (ResultSet rows = query.executeQuery()) {
            rows.next();
            People person = Database.person(rows);
            redis.set(name, its.encode(person));
            return new Tuple2<>(key, person);
          }
        } catch (RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
