package dev.larder.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.runner.Build;
import dev.larder.lab.runner.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner as the command starts it: a process of its own. */
class MainTest {
  @TempDir Path directory;
  private Process process;

  private void start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Build.openedPackages());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.larder.lab.Main"));
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(command).redirectError(directory.resolve("stderr").toFile()).start();
  }

  private void send(Job job) throws IOException {
    process.getOutputStream().write((job.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private String output() throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @AfterEach
  void stop() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Test
  void listSaysEachCodecInOneLine() throws Exception {
    start("list");
    List<JsonNode> events = Recorded.parse(output());
    assertEquals(1, events.size());
    JsonNode runtime = events.get(0);
    assertEquals("jvm", runtime.get("runtime").asText());
    assertEquals(MeasuredCodec.values().length, runtime.get("codecs").size());
    assertTrue(
        StreamSupport.stream(runtime.get("codecs").spliterator(), false)
            .allMatch(codec -> codec.get("available").asBoolean()));
    assertEquals(
        List.of("kryo", "fst", "hessian", "hprose", "fastjson2", "fory-thread-safe"),
        StreamSupport.stream(runtime.get("codecs").spliterator(), false)
            .filter(codec -> !codec.get("default").asBoolean())
            .map(codec -> codec.get("id").asText())
            .toList());
    assertEquals(0, process.waitFor());
  }

  @Test
  void standardOutputCarriesEventsAndEndsWithDone() throws Exception {
    start("measure");
    send(Jobs.of(directory, "people", Jobs.PEOPLE, "jackson", null));
    List<JsonNode> events = Recorded.parse(output());
    assertEquals("done", events.get(events.size() - 1).get("event").asText());
    assertEquals(0, process.waitFor());
  }

  @Test
  void classesLoadsThemAndPrintsNothing() throws Exception {
    start("classes");
    assertEquals("", output());
    assertEquals(0, process.waitFor());
    assertEquals(List.of(), Build.classArchive(), "there is none beside a class path of folders");
  }

  @Test
  void suitePrintsWhatItMeasuredAsCsv() throws Exception {
    start("suite", "no-larder-is-needed", "1", "1", "people,cycles", "larder", "msgpack");
    List<String> lines = output().lines().toList();
    assertEquals(5, lines.size(), () -> lines.toString());
    List<String> head = List.of(lines.get(0).split(","));
    for (String line : lines.subList(1, 4)) {
      List<String> cells = List.of(line.split(",", -1));
      assertEquals(head.size(), cells.size(), line);
      assertEquals(System.getProperty("java.version"), cells.get(head.indexOf("java")));
    }
    List<String> people = List.of(lines.get(1).split(",", -1));
    assertEquals("people", people.get(head.indexOf("dataset")));
    assertEquals("exact", people.get(head.indexOf("roundtrip")));
    for (String figure :
        List.of("bytes_mean", "encode_ns_median", "decode_ns_median", "first_ms", "graph")) {
      assertTrue(Double.parseDouble(people.get(head.indexOf(figure))) > 0, figure);
    }
    assertTrue(lines.get(3).contains(",cycles,larder,"), lines.get(3));
    assertTrue(lines.get(4).contains(",cycles,msgpack,"), lines.get(4));
    assertTrue(lines.get(4).contains(",failed,"), "MessagePack has no packing of a cycle");
    assertEquals(0, process.waitFor());
  }

  @Test
  void theEndOfStandardInputEndsTheRunnerAndItsForks() throws Exception {
    start("measure");
    Job job = Jobs.of(directory, "people", Jobs.PEOPLE, "jackson", null);
    Job.Timing hours = new Job.Timing(3_600_000, 1, 3_600_000);
    send(new Job(job.dataset(), job.values(), job.codec(), job.scratch(), hours, null, 0, 0, null));
    BufferedReader events = process.inputReader(StandardCharsets.UTF_8);
    while (!events.readLine().contains("\"phase\":\"encode\"")) {}
    List<ProcessHandle> forks;
    do {
      forks = process.descendants().toList();
      Thread.onSpinWait();
    } while (forks.isEmpty());
    process.getOutputStream().close();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertNotEquals(0, process.exitValue());
    for (ProcessHandle fork : forks) {
      fork.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void anUnknownVerbIsAnError() throws Exception {
    start("sing");
    assertEquals("", output());
    assertEquals(2, process.waitFor());
  }
}
