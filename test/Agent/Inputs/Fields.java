import java.util.function.Supplier;

/**
 * Holds objects of classes whose fields are hard to number: interfaces with
 * constants at several levels, static fields between others, all types.
 */
public class Fields {
  interface Top {
    int TOP = Integer.parseInt("11");
    String TOP_NAME = "top".concat("!");
  }

  interface Left extends Top {
    long LEFT = Long.parseLong("22");
  }

  interface Right extends Top {
    Object RIGHT = new int[] {1, 2, 3};
    byte RIGHT_BYTE = Byte.parseByte("5");
  }

  static class Root implements Left {
    static int rootStatic = 1001;
    byte rootByte = (byte) 0xa1;
    Object rootObject;
    static String rootName = "root".concat("!");
    long rootLong = 0x1122334455667788L;
  }

  static class Middle extends Root implements Right {
    char middleChar = '\u1234';
    static double middleStatic = 1.5;
    String middleString;
    boolean middleBoolean = true;
  }

  static class Leaf extends Middle implements Right, Supplier<Object> {
    static Object leafStatic;
    short leafShort = (short) 0xbeef;
    int leafInt = 0x01020304;
    float leafFloat = 1.25f;
    double leafDouble = -2.5;
    Object leafObject;
    Object leafNull;
    int[] leafInts;

    public Object get() {
      return leafObject;
    }
  }

  static class Empty {}

  static class Elements {
    Object[] sparse = new Object[10_000];
    Leaf[][] leaves = {{new Leaf(), null}, null, {}};
    Object[] none = {};
    boolean[] booleans = {true, false, true};
    byte[] bytes = {1, -1};
    char[] chars = {'a', '\uffff'};
    short[] shorts = {0x1234};
    int[] ints = {0x12345678, -2};
    long[] longs = {0x123456789abcdef0L};
    float[] floats = {1.25f};
    double[] doubles = {-2.5};
    long[] large = new long[20_000];
    long[] empty = {};
  }

  static Leaf leaf = new Leaf();
  static Elements elements = new Elements();
  static Empty[] empties = new Empty[5];
  static Class<?> type = int.class;

  public static void main(String[] args) throws Exception {
    int[] known = {7, 8, 9};
    leaf.rootObject = leaf;
    leaf.middleString = "middle".concat("!");
    leaf.leafObject = Right.RIGHT;
    leaf.leafInts = known;
    Leaf.leafStatic = known;
    for (int i = 0; i < empties.length; i++)
      empties[i] = new Empty();
    for (int i = 0; i < elements.sparse.length; i += 777)
      elements.sparse[i] = leaf;
    elements.large[19_999] = 0x77L;
    // Initializes the interfaces.
    System.out.println("fields " + (Top.TOP + Left.LEFT + Right.RIGHT_BYTE) + Top.TOP_NAME);
  }
}
