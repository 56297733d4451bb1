import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps secrets in many ways, dumps its heap to the file that is its argument,
 * and prints what no answer about it may have: a line for each text or number.
 * No secret is a constant of the program, or the heap would have it twice.
 */
public class Vault {
    static class Login {
        String user = "ann";
        String word;
        char[] letters;
        int code;
    }

    String password;
    Login credentials = new Login();
    List<Character> adminPassword = new ArrayList<>();
    CharBuffer userPassword;
    ByteBuffer hostPassword;
    StringBuilder dbPassword = new StringBuilder();
    StringBuffer oldPassword = new StringBuffer();
    char[][] passwords = new char[1][];
    int pin;
    String note;
    List<String> recent = new ArrayList<>();
    Map<String, String> settings = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    PBEKeySpec forPassword;
    SecretKey aes, readable, derived;
    KeyPair rsa, ec;
    BigInteger exponent;
    Cipher cipher;
    Mac mac;

    static Vault vault = new Vault();

    /** Each letter by the one before it. */
    static String secret(String next) {
        StringBuilder all = new StringBuilder();
        for (char c : next.toCharArray())
            all.append((char) (c - 1));
        String text = all.toString();
        for (int i = 0; i < all.length(); ++i)
            all.setCharAt(i, ' ');
        return text;
    }

    static void print(Object what) {
        System.out.println(what);
    }

    static void printBytes(byte[] bytes) {
        print(HexFormat.of().formatHex(bytes));
        print(new BigInteger(1, bytes));
        print(new BigInteger(bytes));
        print(java.util.Base64.getEncoder().encodeToString(bytes));
    }

    static void printText(String text) {
        print(text);
        printBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        print(text.hashCode());
        print(text.hashCode() ^ text.hashCode() >>> 16);
    }

    void fill() throws Exception {
        password = secret("txpsegjti");
        password.hashCode();
        counts.put(password, 1);
        recent.add(new String(password.toCharArray()));
        credentials.word = secret("ipstfsbejti");
        credentials.letters = secret("cfufmhfvtf").toCharArray();
        credentials.code = 48151623;
        for (char c : secret("hbmjmfp").toCharArray())
            adminPassword.add(c);
        userPassword = CharBuffer.wrap(secret("nbsjhpme").toCharArray());
        hostPassword = ByteBuffer.wrap(secret("ebggpejm").getBytes());
        dbPassword.append(secret("uvmjqbof"));
        oldPassword.append(secret("mbwfoefs")).toString();
        passwords[0] = secret("ibxuipso").toCharArray();
        pin = 81726354;
        note = "use " + secret("hiq`") + secret("27D8f53:f8283D:52E48C3fdfd7f:CGG:61bE") + " today";
        note.hashCode();
        settings.put("smtp." + "password", secret("qfsjxjolmf"));
        forPassword = new PBEKeySpec(secret("npolticpe").toCharArray(), new byte[16], 1000, 128);
        SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        derived = factory.generateSecret(forPassword);
        aes = new SecretKeySpec(derived.getEncoded(), "AES");
        readable = new SecretKeySpec(secret("bqqmf!qjf!cblfe!").getBytes(), "AES");
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        rsa = generator.generateKeyPair();
        exponent = ((RSAPrivateCrtKey) rsa.getPrivate()).getPrivateExponent().add(BigInteger.ONE);
        ec = KeyPairGenerator.getInstance("EC").generateKeyPair();
        cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, aes);
        cipher.doFinal(new byte[20]);
        mac = Mac.getInstance("HmacSHA256");
        mac.init(aes);
        mac.doFinal(new byte[20]);
    }

    void printAll() {
        for (String text : new String[] {
            "txpsegjti", "ipstfsbejti", "cfufmhfvtf", "hbmjmfp", "nbsjhpme", "ebggpejm", "uvmjqbof", "mbwfoefs",
            "ibxuipso", "27D8f53:f8283D:52E48C3fdfd7f:CGG:61bE", "qfsjxjolmf", "npolticpe", "bqqmf!qjf!cblfe!"})
            printText(secret(text));
        print(note.hashCode());
        print(pin);
        print(credentials.code);
        printBytes(aes.getEncoded());
        RSAPrivateCrtKey key = (RSAPrivateCrtKey) rsa.getPrivate();
        for (BigInteger part : new BigInteger[] {
            key.getPrivateExponent(), key.getPrimeP(), key.getPrimeQ(), key.getPrimeExponentP(),
            key.getPrimeExponentQ(), key.getCrtCoefficient(), exponent, ((ECPrivateKey) ec.getPrivate()).getS()}) {
            print(part);
            print(part.toString(16));
        }
        print(HexFormat.of().formatHex(key.getEncoded()));
    }

    public static void main(String[] arguments) throws Exception {
        vault.fill();
        System.gc();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
        vault.printAll();
    }
}
