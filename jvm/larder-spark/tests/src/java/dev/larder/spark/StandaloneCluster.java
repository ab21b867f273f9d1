package dev.larder.spark;

import dev.larder.testing.TestPorts;
import dev.larder.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A standalone cluster of Spark: a master and two workers, each a process, on loopback. */
final class StandaloneCluster implements AutoCloseable {
  final SparkHome home = new SparkHome();
  private final int port = TestPorts.free();
  private final int uiPort = TestPorts.free();
  private final List<Process> workers = new ArrayList<>();
  private final Process master;

  StandaloneCluster() throws IOException {
    master =
        home.start(
            "127.0.0.1",
            home.folder().resolve("master.log"),
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            "" + port,
            "--webui-port",
            "" + uiPort);
    try {
      Wait.until("the master answers", () -> status().contains("ALIVE"));
      startWorker("127.0.0.1");
      // Another address stands for another machine: only there a task is repeated.
      startWorker("127.0.0.2");
      Wait.until("two workers are there", () -> status().matches("(?s).*\"aliveworkers\" *: *2.*"));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void startWorker(String address) throws IOException {
    String name = "worker-" + workers.size();
    workers.add(
        home.start(
            address,
            home.folder().resolve(name + ".log"),
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            address,
            "--cores",
            "2",
            "--memory",
            "1g",
            "--webui-port",
            "0",
            "--work-dir",
            home.folder().resolve(name).toString(),
            uri()));
  }

  private String status() throws IOException, InterruptedException {
    if (!master.isAlive()) {
      throw new IllegalStateException("the master ended: see " + home.folder());
    }
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + uiPort + "/json/")).build(),
              BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    }
  }

  String uri() {
    return "spark://127.0.0.1:" + port;
  }

  /** Kills a worker with its executors, as if its machine were gone. */
  void killWorker(int number) {
    SparkHome.end(workers.get(number));
  }

  Path log(String name) {
    return home.folder().resolve(name + ".log");
  }

  @Override
  public void close() {
    workers.forEach(SparkHome::end);
    SparkHome.end(master);
  }
}
