import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Opens some resources of each kind and then dumps its heap. With "closed" it
/// closes all of them first. Usage: Resources open|closed COUNT FOLDER
public class Resources {
  /// Objects that a program has besides a resource.
  static final class Session {
    final Object resource;

    Session(Object resource) { this.resource = resource; }
  }

  static final List<Session> sessions = new ArrayList<>();
  static boolean close;

  static void close(Object o) throws Exception {
    if (o instanceof AutoCloseable)
      ((AutoCloseable) o).close();
    else if (o instanceof Inflater)
      ((Inflater) o).end();
    else if (o instanceof Deflater)
      ((Deflater) o).end();
    else if (o instanceof ExecutorService)
      ((ExecutorService) o).shutdownNow();
    else if (o instanceof Timer)
      ((Timer) o).cancel();
    else if (o instanceof Pipe) {
      ((Pipe) o).source().close();
      ((Pipe) o).sink().close();
    }
  }

  static void open(int count, Callable<Object> make) throws Exception {
    for (int i = 0; i < count; ++i) {
      Object o = make.call();
      if (close)
        close(o);
      sessions.add(new Session(o));
    }
  }

  static Object arena() throws Exception {
    return Class.forName("java.lang.foreign.Arena").getMethod("ofConfined").invoke(null);
  }

  public static void main(String[] args) throws Exception {
    close = args[0].equals("closed");
    int count = Integer.parseInt(args[1]);
    File file = new File(args[2], "file");
    File zip = new File(args[2], "zip");
    try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("entry"));
    }
    file.createNewFile();
    open(count, () -> new Inflater());
    open(count, () -> new Deflater());
    open(count, () -> new FileInputStream(file));
    open(count, () -> new FileOutputStream(file));
    open(count, () -> new RandomAccessFile(file, "r"));
    open(count, () -> FileChannel.open(file.toPath()));
    open(count, () -> Files.newDirectoryStream(Path.of(args[2])));
    open(count, () -> new ZipFile(zip));
    open(count, () -> Selector.open());
    open(count, () -> Pipe.open());
    open(count, () -> new DatagramSocket());
    open(count, () -> DatagramChannel.open());
    open(count, () -> Executors.newFixedThreadPool(1));
    open(count, () -> new Timer(true));
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 50, here);
         ServerSocketChannel channel = ServerSocketChannel.open()) {
      channel.bind(new java.net.InetSocketAddress(here, 0));
      open(count, () -> {
        Socket client = new Socket(here, server.getLocalPort());
        close(server.accept());
        return client;
      });
      open(count, () -> {
        SocketChannel client = SocketChannel.open(channel.getLocalAddress());
        close(channel.accept());
        return client;
      });
    }
    if (Runtime.version().feature() >= 22)
      open(count, Resources::arena);
    if (!close) {
      open(count, () -> ByteBuffer.allocateDirect(16));
      // Nothing can close these.
      for (int i = 0; i < 3; ++i)
        new Inflater();
    }
    // With unreachable objects.
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(args[2] + "/heap.hprof", false);
    Runtime.getRuntime().halt(0);
  }
}
