import java.io.File;
import java.lang.reflect.Field;
import java.math.*;
import java.net.*;
import java.nio.charset.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;

/** Values and collections in static fields; prints what toString() says. */
class ToString {
  enum Colour { RED, GREEN, BLUE }
  enum Many {
    A00, A01, A02, A03, A04, A05, A06, A07, A08, A09, A10, A11, A12, A13, A14, A15, A16,
    A17, A18, A19, A20, A21, A22, A23, A24, A25, A26, A27, A28, A29, A30, A31, A32, A33,
    A34, A35, A36, A37, A38, A39, A40, A41, A42, A43, A44, A45, A46, A47, A48, A49, A50,
    A51, A52, A53, A54, A55, A56, A57, A58, A59, A60, A61, A62, A63, A64, A65, A66, A67
  }
  static Duration durationZero = Duration.ZERO;
  static Duration durationLong = Duration.ofSeconds(93784, 5_000_000);
  static Duration durationHours = Duration.ofHours(3);
  static Duration durationMinus = Duration.ofMillis(-1500);
  static Duration durationMinusPart = Duration.ofNanos(-1);
  static Duration durationMinusMinute = Duration.ofSeconds(-60, 1);
  static Period periodZero = Period.ZERO;
  static Period period = Period.of(1, -2, 30);
  static LocalDate dateFar = LocalDate.of(12345, 1, 2);
  static LocalDate dateBefore = LocalDate.of(-5, 1, 2);
  static LocalTime timeShort = LocalTime.of(7, 5);
  static LocalTime timeSeconds = LocalTime.of(7, 5, 9);
  static LocalTime timeMicros = LocalTime.of(7, 5, 0, 120_000);
  static LocalTime timeNanos = LocalTime.of(7, 5, 0, 1);
  static LocalDateTime dateTime = LocalDateTime.of(2024, 2, 29, 0, 0);
  static Instant instantMicros = Instant.ofEpochSecond(1, 2_000);
  static Instant instantEarly = Instant.ofEpochSecond(-70_000_000_000L, 5);
  static Instant instantFar = Instant.ofEpochSecond(400_000_000_000L);
  static Instant instantFirst = Instant.MIN;
  static Instant instantLast = Instant.MAX;
  static OffsetDateTime offset = dateTime.atOffset(ZoneOffset.ofHoursMinutes(-3, -30));
  static OffsetDateTime offsetZero = dateTime.atOffset(ZoneOffset.UTC);
  static ZonedDateTime zoned = dateTime.atZone(ZoneId.of("Europe/Paris"));
  static ZonedDateTime zonedOffset = dateTime.atZone(ZoneOffset.ofHours(1));
  static ZonedDateTime zonedUtc = dateTime.atZone(ZoneId.of("UTC"));
  static AtomicBoolean atomicTrue = new AtomicBoolean(true);
  static AtomicBoolean atomicFalse = new AtomicBoolean();
  static AtomicInteger atomicInteger = new AtomicInteger(-7);
  static AtomicLong atomicLong = new AtomicLong(Long.MIN_VALUE);
  static AtomicReference<Object> atomicReference = new AtomicReference<>(List.of(1, 2));
  static AtomicReference<Object> atomicText = new AtomicReference<>("text");
  static AtomicReferenceArray<Object> atomicArray =
      new AtomicReferenceArray<>(new Object[] {"a", null});
  static UUID uuid = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
  static UUID uuidSmall = new UUID(1, 2);
  static BigInteger bigZero = BigInteger.ZERO;
  static BigInteger bigSmall = BigInteger.valueOf(-42);
  static BigInteger bigLarge = BigInteger.TEN.pow(60).add(BigInteger.valueOf(7));
  static BigInteger bigMinus = BigInteger.ONE.shiftLeft(1000).negate();
  static BigDecimal decimal = new BigDecimal("-12.50");
  static BigDecimal decimalSmall = new BigDecimal("0.000001");
  static BigDecimal decimalTiny = new BigDecimal("-0.000000123");
  static BigDecimal decimalTen = new BigDecimal("1E+3");
  static BigDecimal decimalOne = new BigDecimal(BigInteger.ONE, 7);
  static BigDecimal decimalBig = new BigDecimal("123456789012345678901234567890.12");
  static BigDecimal decimalBigScale = new BigDecimal("123456789012345678901234567890E+5");
  static BigDecimal decimalZero = new BigDecimal("0.00");
  static Double doubleOne = 1.0, doubleTenth = 0.1, doubleSmall = 0.001, doubleTiny = 1.5e-4,
      doubleTiniest = Double.MIN_VALUE, doubleMillion = 9999999.0, doubleLarge = 1e7,
      doubleHuge = 1.25e100, doubleMost = Double.MAX_VALUE, doubleMinusZero = -0.0,
      doubleNaN = Double.NaN, doubleInfinite = Double.NEGATIVE_INFINITY, doublePi = Math.PI;
  static Float floatOne = 1f, floatTenth = 0.1f, floatMost = Float.MAX_VALUE,
      floatTiniest = Float.MIN_VALUE, floatLarge = 123456.79f;
  static Byte byteMinus = -1;
  static Short shortMost = Short.MAX_VALUE;
  static Character character = 'x';
  static Optional<Object> optional = Optional.of(1.5), optionalText = Optional.of("x"),
      optionalEmpty = Optional.empty(), optionalTwice = Optional.of(Optional.of("x"));
  static OptionalInt optionalInt = OptionalInt.of(-7), optionalIntEmpty = OptionalInt.empty();
  static OptionalLong optionalLong = OptionalLong.of(Long.MAX_VALUE),
      optionalLongEmpty = OptionalLong.empty();
  static OptionalDouble optionalDouble = OptionalDouble.of(0.1),
      optionalDoubleEmpty = OptionalDouble.empty();
  static Currency currency = Currency.getInstance("EUR");
  static Locale locale = Locale.forLanguageTag("pt-BR"), localeLanguage = Locale.forLanguageTag("de"),
      localeScript = Locale.forLanguageTag("zh-Hant-TW"), localeNoRegion = Locale.forLanguageTag("sr-Latn"),
      localeVariant = Locale.forLanguageTag("ca-ES-valencia");
  static Pattern pattern = Pattern.compile("a+[b]");
  static Charset charset = StandardCharsets.ISO_8859_1;
  static File file = new File("/tmp/a b");
  static URI uri = URI.create("https://example.org:8443/a?b#c");
  static URL url, urlFile;
  static InetAddress address, addressSix, addressLiteral;
  static InetSocketAddress socket, socketSix,
      socketName = InetSocketAddress.createUnresolved("db.example.org", 5432);
  static Year year = Year.of(2026);
  static YearMonth yearMonth = YearMonth.of(2026, 9), yearMonthFar = YearMonth.of(12345, 12),
      yearMonthBefore = YearMonth.of(-5, 1);
  static ZoneId zone = ZoneId.of("Europe/Paris");
  static ZoneOffset zoneOffset = ZoneOffset.ofHours(-3);

  static ArrayList<Object> base = new ArrayList<>(Arrays.asList("a", null, "c", "d", "e"));
  static List<Object> part = base.subList(1, 4);
  static List<Object> partOfPart = part.subList(1, 3);
  static List<Object> partEmpty = base.subList(5, 5);
  static List<Object> partOfArray = Arrays.asList((Object) "a", "b", "c").subList(1, 3);
  static List<Object> partOfLinked = new LinkedList<Object>(base).subList(2, 5);
  static List<Object> partOfPartOfLinked = partOfLinked.subList(1, 2);
  static List<Object> partOfList = List.of((Object) "a", "b", "c").subList(1, 2);
  static List<Object> partOfTwo = List.of((Object) "a", "b").subList(1, 2);
  static List<Object> partOfVector = new Vector<Object>(base).subList(1, 2);
  static List<Object> partOfWrapper = Collections.unmodifiableList(base).subList(2, 4);
  static List<Object> partOnWrite = new CopyOnWriteArrayList<Object>(base).subList(1, 3);
  static List<Object> copies = Collections.nCopies(3, "x");
  static List<Object> copiesNone = Collections.nCopies(0, "x");
  static List<Object> singleNull = Collections.singletonList(null);
  static List<Object> emptyList = Collections.emptyList();
  static Set<Object> emptySet = Collections.emptySet();
  static Map<Object, Object> emptyMap = Collections.emptyMap();
  static EnumSet<Colour> enumSet = EnumSet.of(Colour.RED, Colour.BLUE);
  static EnumSet<Colour> enumSetNone = EnumSet.noneOf(Colour.class);
  static EnumSet<Many> enumSetLarge = EnumSet.of(Many.A00, Many.A63, Many.A64, Many.A67);
  static EnumMap<Colour, Object> enumMap = new EnumMap<>(Colour.class);
  static HashMap<Object, Object> nulls = new HashMap<>();
  static WeakHashMap<Object, Object> weakNulls = new WeakHashMap<>();
  static IdentityHashMap<Object, Object> identityNulls = new IdentityHashMap<>();
  static Set<Object> identitySet = Collections.newSetFromMap(new IdentityHashMap<>());
  static Set<Object> unmodifiableSet = Collections.unmodifiableSet(new TreeSet<>(List.of("a")));
  static SortedSet<Object> unmodifiableSorted =
      Collections.unmodifiableSortedSet(new TreeSet<>(List.of("b", "a")));
  static NavigableMap<Object, Object> unmodifiableNavigable =
      Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of("k", "v")));
  static Collection<Object> synchronizedCollection =
      Collections.synchronizedCollection(new ArrayDeque<>(List.of("a", "b")));
  static SortedMap<Object, Object> synchronizedSorted =
      Collections.synchronizedSortedMap(new TreeMap<>(Map.of("k", "v")));
  static List<Object> checkedList = Collections.checkedList(base, Object.class);
  static Set<Object> checkedSet = Collections.checkedSet(new TreeSet<>(List.of("a")), Object.class);
  static Map<Object, Object> checkedMap =
      Collections.checkedMap(new TreeMap<>(Map.of("k", "v")), Object.class, Object.class);

  public static void main(String[] args) throws Exception {
    url = new URL("https://example.org:8443/a?b#c");
    urlFile = new URL("file:/tmp/a");
    address = InetAddress.getByAddress("db.example.org", new byte[] {10, 0, (byte) 200, 1});
    addressSix = InetAddress.getByAddress(new byte[] {(byte) 0xfe, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    addressLiteral = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    socket = new InetSocketAddress(address, 443);
    socketSix = new InetSocketAddress(addressSix, 80);
    enumMap.put(Colour.RED, null);
    enumMap.put(Colour.BLUE, "b");
    for (Map<Object, Object> m : List.of(nulls, weakNulls, identityNulls))
      m.put(null, null);
    identitySet.add(null);
    for (Field f : ToString.class.getDeclaredFields())
      if (!f.isSynthetic())
        System.out.println(f.getName() + "\t" + f.get(null));
    com.sun.management.HotSpotDiagnosticMXBean bean =
        java.lang.management.ManagementFactory.getPlatformMXBean(
            com.sun.management.HotSpotDiagnosticMXBean.class);
    bean.dumpHeap(args[0], true);
  }
}
