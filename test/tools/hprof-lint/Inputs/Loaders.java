import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/// Deploys its class Bean six times, with "closed" or "open" loaders, keeps an
/// object of each deployment and dumps its heap. Usage: Loaders closed|open
/// FOLDER
public class Loaders {
  public static class Bean {}

  static final List<Object> beans = new ArrayList<>();
  /// So that a few loaders are less than 0.1% of the heap.
  static final byte[] data = new byte[20 << 20];

  public static void main(String[] args) throws Exception {
    URL folder = new File(args[1]).toURI().toURL();
    for (int i = 0; i < 6; ++i) {
      URLClassLoader loader = new URLClassLoader(new URL[] {folder}, null);
      beans.add(loader.loadClass("Loaders$Bean").getDeclaredConstructor().newInstance());
      if (args[0].equals("closed"))
        loader.close();
    }
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(args[1] + "/" + args[0] + ".hprof", true);
  }
}
