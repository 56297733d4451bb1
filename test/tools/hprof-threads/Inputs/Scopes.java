import java.util.concurrent.CountDownLatch;
import java.util.concurrent.StructuredTaskScope;

/** A scope in a scope, and a dump of their threads: Scopes FILE. */
public class Scopes {
  static final CountDownLatch end = new CountDownLatch(1);

  static Object leaf() throws Exception {
    end.await();
    return null;
  }

  static Object inner(CountDownLatch ready) throws Exception {
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(Scopes::leaf);
      scope.fork(Scopes::leaf);
      ready.countDown();
      scope.join();
    }
    return null;
  }

  public static void main(String[] args) throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    Thread owner = new Thread(() -> {
      try (var scope = StructuredTaskScope.open()) {
        scope.fork(() -> inner(ready));
        scope.join();
      } catch (InterruptedException e) {
      }
    }, "owner");
    owner.setDaemon(true);
    owner.start();
    ready.await();
    Thread.sleep(500);
    String pid = Long.toString(ProcessHandle.current().pid());
    String jcmd = System.getProperty("java.home") + "/bin/jcmd";
    new ProcessBuilder(jcmd, pid, "Thread.dump_to_file", "-format=json", args[0])
        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    end.countDown();
  }
}
