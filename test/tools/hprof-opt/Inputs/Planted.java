import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Secrets of 40 formats in all places where one can live, and 25 texts that look
 * like secrets but are none. All are made up at run time.
 */
public class Planted {
  static final Random RANDOM = new Random(42);
  static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", DIGITS = "0123456789";
  static final String WORD = LETTERS + LETTERS.toLowerCase() + DIGITS, HEX = "0123456789abcdef";

  static String some(String from, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; ++i)
      text.append(from.charAt(RANDOM.nextInt(from.length())));
    return text.toString();
  }

  static String word(int count) { return some(WORD, count); }

  static String hex(int count) { return some(HEX, count); }

  static String base64(int bytes) {
    byte[] data = new byte[bytes];
    RANDOM.nextBytes(data);
    return Base64.getEncoder().encodeToString(data);
  }

  static String pem(String kind, int bytes) {
    return "-----" + "BEGIN " + kind + "-----\n" + base64(bytes).replaceAll("(.{64})", "$1\n") + "\n-----END " + kind + "-----\n";
  }

  static String jwt() {
    Base64.Encoder url = Base64.getUrlEncoder().withoutPadding();
    byte[] sign = new byte[32];
    RANDOM.nextBytes(sign);
    return url.encodeToString("{\"alg\":\"HS256\"}".getBytes()) + "." + url.encodeToString("{\"sub\":\"4711\"}".getBytes()) + "." + url.encodeToString(sign);
  }

  /** With a right or wrong check digit. */
  static String card(String start, int length, boolean right) {
    String text = start + some(DIGITS, length - 1 - start.length());
    int sum = 0;
    for (int i = 0; i < text.length(); ++i) {
      int d = text.charAt(text.length() - 1 - i) - '0';
      if (i % 2 == 0)
        d = d * 2 > 9 ? d * 2 - 9 : d * 2;
      sum += d;
    }
    return text + (10 - sum % 10 + (right ? 0 : 1)) % 10;
  }

  static class Wide { String s; Wide(String text) { s = "\u043a\u043b\u044e\u0447 " + text; } }

  static class Held {
    String aws, awsSecret, google, googleOauth, github;
    char[] gitlab, slack, stripe;
    byte[] sendgrid, npm, pypi, http;
    StringBuilder digitalocean, openai;
    Wide azure, anthropic, vault;
    StringBuffer shopify;
    Object[] list;
    String dbPassword;
    char[] passphrase;
  }

  static String jwt;
  static Object telegram;
  static final String LITERAL = "jdbc:postgresql://db.intern/app?user=app&password=Tr0ub4dor-and-3";

  static class Decoys {
    List<String> texts = new ArrayList<>();
    String password1 = "${DB_PASSWORD}", password2 = "changeme", password3 = "xxxxxxxxxxxx";
    String token = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
    String secret1 = hex(32), secret2 = hex(64);
    String password4 = "$2a$10$" + word(53), passwordEncoder = "org.acme.security.Encoder";
    String password5 = "javax.net.ssl.keyStorePassword", password6 = "Password";
  }

  static Held held = new Held();
  static Decoys decoys = new Decoys();
  static Map<String, Object> map = new HashMap<>();
  static Map<String, Object> concurrent = new ConcurrentHashMap<>();
  static Map<String, Object> keys = new HashMap<>();

  static byte[] bytes(String text) { return text.getBytes(StandardCharsets.US_ASCII); }

  static void plant() {
    held.aws = "AK" + "IA" + some(LETTERS + "234567", 16);
    held.awsSecret = "aws_secret_access_key = " + base64(30);
    held.google = "AI" + "za" + word(35);
    held.googleOauth = "GOC" + "SPX-" + word(28);
    held.github = "see gh" + "p_" + word(36) + " for it";
    held.gitlab = ("glp" + "at-" + word(20)).toCharArray();
    held.slack = ("xo" + "xb-" + some(DIGITS, 12) + "-" + some(DIGITS, 12) + "-" + word(24)).toCharArray();
    held.stripe = ("sk" + "_live_" + word(24)).toCharArray();
    held.sendgrid = bytes("S" + "G." + word(22) + "." + word(43));
    held.npm = bytes("//registry/:_authToken=npm" + "_" + word(36));
    held.pypi = bytes("py" + "pi-AgEIcHlwaS5vcmc" + word(70));
    held.http = bytes("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Basic " + base64(18) + "\r\n\r\n");
    held.digitalocean = new StringBuilder("do" + "p_v1_" + hex(64));
    held.openai = new StringBuilder("sk" + "-proj-" + word(48));
    held.azure = new Wide("AccountName=a;Account" + "Key=" + base64(64) + ";EndpointSuffix=core");
    held.anthropic = new Wide("sk" + "-ant-api03-" + word(93));
    held.vault = new Wide("hv" + "s." + word(90));
    held.shopify = new StringBuffer("shp" + "at_" + hex(32));
    held.list = new Object[] {"h" + "f_" + some(LETTERS + LETTERS.toLowerCase(), 34), "da" + "pi" + hex(32), pem("RSA PRIVATE" + " KEY", 600)};
    held.dbPassword = "Correct7horse";
    held.passphrase = "battery staple 9 now".toCharArray();
    jwt = jwt();
    telegram = some("123456789", 9) + ":A" + "A" + word(33);
    map.put("webhook", "https://hooks.sl" + "ack.com/services/T" + some(LETTERS, 8) + "/B" + some(LETTERS, 8) + "/" + word(24));
    map.put("card", "paid with " + card("4", 16, true));
    map.put("amex", "3782 822463 10005".replace("3782", "37" + "82"));
    map.put("url", "postgres://app:" + word(12) + "@db.intern:5432/app");
    map.put("mail", "jane.roe" + "@" + "acme-intern.de");
    map.put("api-key", word(16) + "!7");
    map.put("mailgun", "k" + "ey-" + hex(32));
    concurrent.put("bearer", "Bearer " + word(40));
    concurrent.put("twilio", "S" + "K" + hex(32));
    concurrent.put("pgp", pem("PGP PRIVATE KEY" + " BLOCK", 300));
    concurrent.put("openssh", pem("OPENSSH PRIVATE" + " KEY", 300));
    concurrent.put("ya29", "ya" + "29." + word(60));
    concurrent.put("fine", "github" + "_pat_" + word(22) + "_" + word(59));
    concurrent.put("square", "sq" + "0atp-" + word(22));
    concurrent.put("linear", "lin" + "_api_" + word(40));
    keys.put("azure " + word(3) + "8Q" + "~" + word(34), 1);
    System.setProperty("javax.net.ssl.keyStorePassword", "Keystore5" + word(5));
    List<String> none = decoys.texts;
    none.add("AKIA" + "IOSFODNN7EXAMPLE");
    none.add("gh" + "p_" + "x".repeat(36));
    none.add("password=${app.password}");
    none.add("git " + hex(40));
    none.add("order " + card("4", 16, false));
    none.add("1234567890123456");
    none.add("eyJhbGciOiJIUzI1NiJ9.truncated");
    none.add(pem("CERTIFICATE", 300));
    none.add(pem("PUBLIC KEY", 200));
    none.add("java.lang.Object@1b6d3586");
    none.add("http://user@host.intern/path");
    none.add("http://host.intern:8080/a@b.c");
    none.add("data:image/png;base64," + base64(400));
    none.add("ssh-rsa AAAAB3NzaC1yc2E" + word(100) + " me");
    none.add("WWW-Authenticate: Bearer realm=\"acme-intern-services\"");
    none.add("password: <your password here>");
  }

  public static void main(String[] args) throws Exception {
    plant();
    System.getenv("APP_PASSWORD");
    System.getenv().size();
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
    System.out.println(held.hashCode() + decoys.hashCode() + map.size() + LITERAL.length() + keys.size());
  }
}
