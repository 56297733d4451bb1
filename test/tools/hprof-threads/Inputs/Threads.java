import java.io.File;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads in known states, and dumps of them: Threads FOLDER VIRTUAL-THREADS.
 * Each dump is made by a tool of the JDK that runs this.
 */
public class Threads {
  static final Object monitor = new Object();
  static final Object bell = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static final CountDownLatch both = new CountDownLatch(2);

  static void crossOver() {
    both.countDown();
    while (both.getCount() != 0)
      Thread.onSpinWait();
  }

  static void monitorThenLock() {
    synchronized (monitor) {
      crossOver();
      lock.lock();
    }
  }

  static void lockThenMonitor() {
    lock.lock();
    crossOver();
    synchronized (monitor) {
      throw new AssertionError();
    }
  }

  static void behind() {
    lock.lock();
  }

  static void waits() {
    synchronized (bell) {
      try {
        bell.wait();
      } catch (InterruptedException e) {
      }
    }
  }

  static void sleeps() {
    try {
      Thread.sleep(1000000);
    } catch (InterruptedException e) {
    }
  }

  static List<Thread> started = new ArrayList<>();

  static void start(String name, Runnable run, Thread.State until) throws Exception {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    thread.start();
    started.add(thread);
    while (until != null && thread.getState() != until)
      Thread.sleep(5);
  }

  static void dump(String file, String... command) throws Exception {
    command[0] = System.getProperty("java.home") + "/bin/" + command[0];
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.redirectOutput(file == null ? ProcessBuilder.Redirect.DISCARD
                                        : ProcessBuilder.Redirect.to(new File(file)));
    int status = builder.start().waitFor();
    if (status != 0)
      throw new AssertionError(String.join(" ", command) + ": " + status);
  }

  public static void main(String[] args) throws Exception {
    String folder = args[0] + "/";
    int virtual = Integer.parseInt(args[1]);
    start("monitor-then-lock", Threads::monitorThenLock, null);
    start("lock-then-monitor", Threads::lockThenMonitor, Thread.State.BLOCKED);
    while (started.get(0).getState() != Thread.State.WAITING)
      Thread.sleep(5);
    start("behind", Threads::behind, Thread.State.WAITING);
    start("waits", Threads::waits, Thread.State.WAITING);
    start("parks", LockSupport::park, Thread.State.WAITING);
    start("sleeps", Threads::sleeps, Thread.State.TIMED_WAITING);
    if (virtual > 0) {
      Method open = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
      ExecutorService executor = (ExecutorService) open.invoke(null);
      CountDownLatch running = new CountDownLatch(virtual);
      for (int i = 0; i < virtual; ++i)
        executor.submit(() -> {
          running.countDown();
          sleeps();
        });
      running.await();
      Thread.sleep(500);
    }
    String pid = Long.toString(ProcessHandle.current().pid());
    dump(folder + "jstack-l.txt", "jstack", "-l", pid);
    dump(folder + "jstack.txt", "jstack", pid);
    dump(null, "jcmd", pid, "GC.heap_dump", folder + "heap.hprof");
    if (virtual > 0) {
      dump(null, "jcmd", pid, "Thread.dump_to_file", "-format=json", folder + "threads.json");
      dump(null, "jcmd", pid, "Thread.dump_to_file", folder + "threads.txt");
    }
    System.exit(0);
  }
}
