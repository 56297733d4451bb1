import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;

/** A Java agent that changes a string in the class Replaced. */
public class Replacing implements ClassFileTransformer {
  public static void premain(String option, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Replacing(), option.equals("retransforms"));
  }

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] file) {
    if (!"Replaced".equals(name))
      return null;
    // Latin 1 keeps each byte.
    String text = new String(file, StandardCharsets.ISO_8859_1);
    return text.replace("as it was", "replaced!").getBytes(StandardCharsets.ISO_8859_1);
  }
}
