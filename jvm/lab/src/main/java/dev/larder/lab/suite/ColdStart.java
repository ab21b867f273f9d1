package dev.larder.lab.suite;

import com.acme.employee.Address;
import com.acme.employee.People;
import com.acme.employee.Sex;
import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import dev.larder.lab.people.PeopleSubjects;
import dev.larder.lab.runner.Build;
import dev.larder.lab.runner.Job;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The first value in a fresh JVM: creating the codec, one encode and one decode. They load the
 * library's classes and generate its code.
 */
public final class ColdStart {
  private ColdStart() {}

  /** Milliseconds, the median of so many JVMs. */
  static double milliseconds(Job job, int starts) throws IOException, InterruptedException {
    double[] times = new double[starts];
    for (int i = 0; i < starts; i++) {
      times[i] = once(job);
    }
    Arrays.sort(times);
    return times[starts / 2];
  }

  private static double once(Job job) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Build.openedPackages());
    command.add("-XX:-UsePerfData");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ColdStart.class.getName());
    command.add(job.toJson());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    // Libraries may print other lines before.
    String[] lines = said.strip().split("\n");
    if (process.waitFor() != 0) {
      throw new IllegalStateException(job.codec() + " does not start");
    }
    return Double.parseDouble(lines[lines.length - 1]);
  }

  /** Prints the milliseconds of one start in this JVM. */
  public static void main(String[] args) throws Exception {
    Job job = Job.parse(args[0]);
    Subject subject = PeopleSubjects.of("people");
    MeasuredCodec measured = MeasuredCodec.of(job.codec());
    Path profile = Learned.profile(job);
    People person = person();
    long start = System.nanoTime();
    Codec codec = measured.codec(subject, profile);
    People read = (People) codec.decode(codec.encode(person));
    long end = System.nanoTime();
    if (read.getAge() != person.getAge()) {
      throw new IllegalStateException("the decoded person is another one");
    }
    System.out.println((end - start) / 1e6);
    System.out.flush();
    // Some libraries leave threads that are not daemons.
    Runtime.getRuntime().halt(0);
  }

  private static People person() {
    People person = new People();
    person.setFirstName("Ann");
    person.setLastName("Lee");
    person.setEmail("ann.lee@example.com");
    person.setUsername("alee");
    person.setCompanyEmail("ann@company.example");
    person.setTelephoneNumber("555-010-1234");
    person.setSex(Sex.FEMALE);
    person.setAge(31);
    Address address = new Address();
    address.setStreet("1 Road");
    address.setPostalCode("12345");
    address.setCity("西安");
    person.setAddress(address);
    return person;
  }
}
