package dev.larder.lab.timing;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What this JVM's just-in-time compiler is doing. */
interface Compiler {
  /** Milliseconds that it has spent on compilations that have ended. */
  long finishedMs();

  /** Whether it compiles nothing, and nothing waits for it. */
  boolean isIdle();

  /** The one of this JVM. */
  static Compiler ofThisJvm() {
    return new HotSpot();
  }

  /**
   * {@code jcmd Compiler.queue} tells what is being compiled: the time of a compilation is counted
   * only when it ends, which for a large method takes most of a second on a busy machine.
   */
  final class HotSpot implements Compiler {
    private final CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Override
    public long finishedMs() {
      // None under -Xint.
      return bean == null ? 0 : bean.getTotalCompilationTime();
    }

    @Override
    public boolean isIdle() {
      try {
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        return isIdle((String) server.invoke(commands, "compilerQueue", null, null));
      } catch (JMException e) {
        // Another JVM than HotSpot has no such command; there, finished compilations have to do.
        return true;
      }
    }

    /**
     * @param queue what {@code jcmd Compiler.queue} prints: a line for each compilation, below
     *     headings that end with a colon
     */
    static boolean isIdle(String queue) {
      return queue
          .lines()
          .map(String::strip)
          .allMatch(line -> line.isEmpty() || line.endsWith(":") || line.equals("Empty"));
    }
  }
}
