import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the VM load, verify and link all classes of modules. */
public class LoadAll {
  static int linked;
  static int refused;

  static void load(String name) {
    try {
      // Getting the methods links the class.
      Class.forName(name, false, ClassLoader.getSystemClassLoader()).getDeclaredMethods();
      linked++;
    } catch (VerifyError | ClassFormatError e) {
      System.out.println(name + ": " + e);
      refused++;
    } catch (Throwable e) {
      // Parts of the JDK refer to missing modules.
    }
  }

  public static void main(String[] modules) throws IOException {
    for (String module : modules) {
      Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/" + module);
      List<Path> files;
      try (Stream<Path> all = Files.walk(root)) {
        files = all.filter(p -> p.toString().endsWith(".class")).collect(Collectors.toList());
      }
      for (Path file : files) {
        String name = root.relativize(file).toString();
        if (!name.equals("module-info.class"))
          load(name.substring(0, name.length() - 6).replace('/', '.'));
      }
    }
    System.out.println((linked > 5000 ? "many" : "only " + linked) + " linked, " + refused + " refused");
  }
}
