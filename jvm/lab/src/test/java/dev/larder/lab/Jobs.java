package dev.larder.lab;

import dev.larder.lab.runner.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Jobs of tests, in a directory whose name has a space. */
public final class Jobs {
  public static final List<String> PEOPLE =
      List.of(person("Ann", "Lee", "FEMALE", 31, "New York"), person("伟", "张", "MALE", 52, "西安"));

  public static final List<String> SPRING_PERSONS =
      List.of(
          """
          {"id":1,"name":"Ann","address":"1 Road","phone":"123","sex":"f","age":31,"md5":"0a"}\
          """,
          """
          {"id":9007199254740993,"name":"张","address":"","phone":"","sex":"m","age":0,"md5":"1b"}\
          """);

  private Jobs() {}

  private static String person(String first, String last, String sex, int age, String city) {
    return """
    {"firstName":"%s","lastName":"%s","email":"a@b.c","username":"u","companyEmail":"d@e.f",\
    "telephoneNumber":"555","sex":"%s","age":%d,\
    "address":{"street":"1 Road","postalCode":"12345","city":"%s"}}\
    """
        .formatted(first, last, sex, age, city);
  }

  public static Job of(Path directory, String dataset, List<String> values) throws IOException {
    return of(directory, dataset, values, null, null);
  }

  public static Job of(
      Path directory, String dataset, List<String> values, String codec, Job.RedisServer redis)
      throws IOException {
    Path scratch = Files.createDirectories(directory.resolve("with space"));
    Path file = scratch.resolve(dataset + ".jsonl");
    Files.write(file, values);
    return new Job(
        dataset,
        file.toString(),
        codec,
        scratch.toString(),
        new Job.Timing(5, 2, 1),
        redis,
        10,
        1_000,
        null);
  }
}
