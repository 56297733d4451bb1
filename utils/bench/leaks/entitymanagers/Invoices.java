//===- Invoices.java - Entity managers that are never closed --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.billing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import bench.Bench;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.cfg.Configuration;

/**
 * An entity manager for each visitor who edits an invoice, as the edit takes
 * several requests. It is closed when the visitor saves, but most just leave.
 * Without the leak, all save.
 */
public final class Invoices {
  private static final int STORED = 50;

  private final EntityManagerFactory factory;
  private final Map<String, EntityManager> conversations = new ConcurrentHashMap<>();

  Invoices(EntityManagerFactory factory) {
    this.factory = factory;
  }

  private static EntityManagerFactory connect() {
    return new Configuration()
        .addAnnotatedClass(Invoice.class)
        .addAnnotatedClass(Position.class)
        .setProperty("hibernate.connection.url", "jdbc:h2:mem:billing;DB_CLOSE_DELAY=-1")
        .setProperty("hibernate.hbm2ddl.auto", "create")
        .setProperty("hibernate.connection.handling_mode",
            "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION")
        .buildSessionFactory();
  }

  private void store() {
    try (EntityManager manager = factory.createEntityManager()) {
      manager.getTransaction().begin();
      for (long i = 0; i < STORED; ++i) {
        manager.persist(new Invoice(i, 4));
      }
      manager.getTransaction().commit();
    }
  }

  Invoice edit(String visitor, long invoice) {
    EntityManager manager = conversations.computeIfAbsent(
        visitor, name -> factory.createEntityManager());
    manager.getTransaction().begin();
    Invoice found = manager.find(Invoice.class, invoice);
    manager.getTransaction().commit();
    return found;
  }

  void save(String visitor) {
    try (EntityManager manager = conversations.remove(visitor)) {
      manager.getTransaction().begin();
      manager.getTransaction().commit();
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Pages.fill();
    Invoices invoices = new Invoices(connect());
    invoices.store();
    for (long i = 0; bench.more(); ++i) {
      String visitor = "visitor-" + i;
      invoices.edit(visitor, i % STORED).rename("reminder " + i);
      if (!bench.leaks()) {
        invoices.save(visitor);
      }
      bench.add();
    }
    bench.ready();
  }
}
