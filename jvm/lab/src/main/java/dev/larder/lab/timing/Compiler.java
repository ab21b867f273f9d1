package dev.larder.lab.timing;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What this JVM's just-in-time compiler is doing. */
interface Compiler {
  /** Milliseconds spent on compilations that have ended. */
  long finishedMs();

  /** Whether nothing is being compiled and nothing waits for that. */
  boolean isIdle();

  /** The one of this JVM. */
  static Compiler ofThisJvm() {
    return new HotSpot();
  }

  /**
   * {@code jcmd Compiler.queue} shows what is being compiled. The time of a compilation is counted
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
        // JVMs other than HotSpot do not have this command; finished compilations have to suffice.
        return true;
      }
    }

    /**
     * @param queue what {@code jcmd Compiler.queue} prints: one line per compilation, under
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
