// Calls very short methods through an interface: much of the time is spent in
// the VM's stubs and at the beginning and end of methods.
public class SmallCalls {
  interface Step { int next(int x); }

  static class A implements Step { public int next(int x) { return x + 1; } }
  static class B implements Step { public int next(int x) { return x * 3; } }
  static class C implements Step { public int next(int x) { return x ^ 5; } }
  static class D implements Step { public int next(int x) { return x - 7; } }

  static int walk(Step[] steps, int rounds) {
    int x = 1;
    for (int i = 0; i < rounds; i++)
      x = steps[x & 3].next(x);
    return x;
  }

  public static void main(String[] args) throws Exception {
    Step[] steps = {new A(), new B(), new C(), new D()};
    if (args.length > 1) {
      System.out.println("ready");
      System.in.read();
    }
    int sum = 0;
    for (int i = 0; i < Integer.parseInt(args[0]); i++)
      sum += walk(steps, 1_000_000);
    System.out.println("result " + sum);
  }
}
