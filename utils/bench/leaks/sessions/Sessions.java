//===- Sessions.java - HTTP sessions that never end -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import bench.Bench;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A shop in Tomcat: each visitor without a cookie gets a session with a cart,
 * and sessions have no timeout. Without the leak, a session ends with the visit.
 */
public final class Sessions {
  static final class CartItem implements Serializable {
    private static final long serialVersionUID = 1;
    final String article;
    final int number;

    CartItem(String article, int number) {
      this.article = article;
      this.number = number;
    }
  }

  static final class Cart implements Serializable {
    private static final long serialVersionUID = 1;
    final String customer;
    final List<CartItem> items = new ArrayList<>();
    final byte[] page = new byte[4_800];

    Cart(String customer) {
      this.customer = customer;
      for (int i = 0; i < 3; ++i) {
        items.add(new CartItem("article-" + i + "-of-" + customer, i));
      }
    }
  }

  static final class CartServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final transient Bench bench;

    CartServlet(Bench bench) {
      this.bench = bench;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession(true);
      session.setAttribute("cart", new Cart(request.getParameter("customer")));
      response.getWriter().println("3 articles");
      if (!bench.leaks()) {
        session.invalidate();
      }
      bench.add();
    }
  }

  private static void visit(int port, long customer) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(
        "http://localhost:" + port + "/cart?customer=customer-" + customer).toURL()
        .openConnection();
    try (InputStream page = connection.getInputStream()) {
      page.readAllBytes();
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setPort(0);
    Context context = tomcat.addContext("", System.getProperty("java.io.tmpdir"));
    context.setSessionTimeout(-1);
    Tomcat.addServlet(context, "cart", new CartServlet(bench));
    context.addServletMappingDecoded("/cart", "cart");
    tomcat.getConnector();
    tomcat.start();
    for (long i = 0; bench.more(); ++i) {
      visit(tomcat.getConnector().getLocalPort(), i);
    }
    bench.ready();
  }
}
