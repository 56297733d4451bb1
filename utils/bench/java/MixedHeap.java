//===- MixedHeap.java - A heap like a server's ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Fills the heap with customers, orders, caches and arrays, the same ones in
 * every run, prints "ready", and waits for the end of its input.
 *
 * <p>Usage: {@code MixedHeap CUSTOMERS}; a customer takes about 5 KB in a dump.
 */
public final class MixedHeap {
  enum State { NEW, PAID, SHIPPED, RETURNED }

  static final class Money {
    final long cents;
    final short currency;

    Money(long cents, int currency) {
      this.cents = cents;
      this.currency = (short) currency;
    }
  }

  static final class Line {
    final int article;
    final int count;
    final Money price;
    final String note;

    Line(int article, int count, Money price, String note) {
      this.article = article;
      this.count = count;
      this.price = price;
      this.note = note;
    }
  }

  abstract static class Entity {
    final long id;
    boolean dirty;

    Entity(long id) {
      this.id = id;
    }
  }

  static final class Order extends Entity {
    final Customer owner;
    final List<Line> lines = new ArrayList<>();
    State state;
    double weight;

    Order(long id, Customer owner) {
      super(id);
      this.owner = owner;
    }
  }

  static final class Customer extends Entity {
    String name;
    String city;
    final Map<String, Object> attributes = new HashMap<>();
    final Map<Long, Order> orders = new TreeMap<>();
    Customer previous;
    int[] visits;
    byte[] picture;

    Customer(long id) {
      super(id);
    }
  }

  /** A node of a search tree, so that there are references out of order. */
  static final class Node {
    final long key;
    Customer value;
    Node left;
    Node right;

    Node(long key) {
      this.key = key;
    }
  }

  private static final String[] KEYS = {
      "language", "segment", "discount", "newsletter", "phone", "mail", "score", "since"};
  private static final String[] CITIES = {
      "Aachen", "Bergen", "Cork", "Delft", "Essen", "Faro", "Gdansk", "Hull", "\u0141\u00f3d\u017a"};

  private final SplittableRandom random = new SplittableRandom(20240229);
  final List<Customer> customers = new ArrayList<>();
  final Map<String, Customer> byName = new LinkedHashMap<>();
  Node root;

  public static void main(String[] args) throws Exception {
    MixedHeap heap = new MixedHeap();
    heap.fill(Integer.parseInt(args[0]));
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // The program exits at the end of its input.
    }
    System.out.println(heap.customers.size() + heap.byName.size());
  }

  private void fill(int count) {
    Customer previous = null;
    for (int i = 0; i < count; i++) {
      Customer customer = customer(i);
      customer.previous = previous;
      previous = customer;
      customers.add(customer);
      byName.put(customer.name, customer);
      insert(random.nextLong(), customer);
    }
  }

  private void insert(long key, Customer value) {
    Node node = new Node(key);
    node.value = value;
    if (root == null) {
      root = node;
      return;
    }
    for (Node at = root;;) {
      Node next = key < at.key ? at.left : at.right;
      if (next == null) {
        if (key < at.key) {
          at.left = node;
        } else {
          at.right = node;
        }
        return;
      }
      at = next;
    }
  }

  private Customer customer(int number) {
    Customer customer = new Customer(number);
    customer.name = word(6 + random.nextInt(20)) + "-" + number;
    customer.city = CITIES[random.nextInt(CITIES.length)];
    int attributes = random.nextInt(KEYS.length);
    for (int i = 0; i < attributes; i++) {
      customer.attributes.put(KEYS[i], attribute());
    }
    int orders = random.nextInt(8);
    for (int i = 0; i < orders; i++) {
      Order order = order(customer, number * 8L + i);
      customer.orders.put(order.id, order);
    }
    customer.visits = random.ints(random.nextInt(48)).toArray();
    if (random.nextInt(16) == 0) {
      customer.picture = new byte[random.nextInt(8192)];
      for (int i = 0; i < customer.picture.length; i++) {
        customer.picture[i] = (byte) random.nextInt();
      }
    }
    return customer;
  }

  private Object attribute() {
    switch (random.nextInt(5)) {
    case 0:
      return word(3 + random.nextInt(12));
    case 1:
      return random.nextInt();
    case 2:
      return random.nextLong();
    case 3:
      return random.nextDouble();
    default:
      return new String[] {word(4), word(9), null};
    }
  }

  private Order order(Customer owner, long id) {
    Order order = new Order(id, owner);
    order.state = State.values()[random.nextInt(4)];
    order.weight = random.nextDouble();
    int lines = 1 + random.nextInt(9);
    for (int i = 0; i < lines; i++) {
      String note = random.nextInt(3) == 0 ? word(random.nextInt(40)) : null;
      order.lines.add(new Line(random.nextInt(100000), random.nextInt(9),
          new Money(random.nextInt(1000000), random.nextInt(3)), note));
    }
    return order;
  }

  private String word(int length) {
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(text);
  }
}
