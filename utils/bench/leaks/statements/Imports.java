//===- Imports.java - Statements that are never closed --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import bench.Bench;
import com.zaxxer.hikari.HikariDataSource;

/**
 * An import that keeps one connection of HikariCP's pool for as long as it
 * runs, and leaves all its statements open. Without the leak, they are closed.
 */
public final class Imports {
  private final Connection connection;

  Imports(Connection connection) {
    this.connection = connection;
  }

  private static void fillTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table article(id int primary key, name varchar, text varchar)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("insert into article values(?, ?, ?)")) {
      for (int i = 0; i < 64; ++i) {
        insert.setInt(1, i);
        insert.setString(2, "article-" + i);
        insert.setString(3, "text ".repeat(40));
        insert.executeUpdate();
      }
    }
  }

  private void check(Bench bench, long article) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(
        "select id, name || ' ' || text from article where id <> ? order by name");
    statement.setLong(1, article);
    ResultSet found = statement.executeQuery();
    if (!found.next()) {
      throw new SQLException("the table is empty");
    }
    if (!bench.leaks()) {
      statement.close();
    }
    bench.add();
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl("jdbc:h2:mem:shop");
    pool.setMaximumPoolSize(2);
    Imports job = new Imports(pool.getConnection());
    fillTable(job.connection);
    for (long i = 0; bench.more(); ++i) {
      job.check(bench, i % 64);
    }
    bench.ready();
  }
}
