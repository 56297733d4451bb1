import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Hidden FILE keeps objects of hidden classes and an array of them, and lets the VM
 * dump its heap to FILE. The agent dumps it when the program ends.
 */
public class Hidden {
  static List<Object> kept = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i != 3; ++i) {
      int captured = i;
      Supplier<String> supplier = () -> "number " + captured;
      kept.add(supplier);
      kept.add(Array.newInstance(supplier.getClass(), 2));
    }
    Runnable plain = () -> {};
    kept.add(plain);
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(args[0], true);
  }
}
