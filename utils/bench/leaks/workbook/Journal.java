//===- Journal.java - A workbook that never ends --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.reporting;

import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;

import bench.Bench;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/**
 * A journal of payments as a POI workbook. Without the leak, it is written
 * every 200 rows, and a new one is started.
 */
public final class Journal {
  static final class Renderer {
    private XSSFWorkbook workbook;
    private XSSFSheet sheet;
    private CellStyle days;

    Renderer() {
      begin();
    }

    private void begin() {
      workbook = new XSSFWorkbook();
      sheet = workbook.createSheet("payments");
      days = workbook.createCellStyle();
      days.setDataFormat(workbook.createDataFormat().getFormat("yyyy-mm-dd"));
    }

    void add(long payment) {
      Row row = sheet.createRow(sheet.getLastRowNum() + 1);
      row.createCell(0).setCellValue(payment);
      row.createCell(1).setCellValue(LocalDate.ofEpochDay(19_000 + payment % 900));
      row.getCell(1).setCellStyle(days);
      row.createCell(2).setCellValue("customer " + payment);
      row.createCell(3).setCellValue("article " + payment % 700);
      row.createCell(4).setCellValue(payment % 9_900 / 100.0);
      row.createCell(5).setCellFormula("E" + (row.getRowNum() + 1) + "*1.19");
    }

    void end(OutputStream to) throws IOException {
      workbook.write(to);
      workbook.close();
      begin();
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Charts.fill();
    Renderer renderer = new Renderer();
    for (long i = 0; bench.more(); ++i) {
      renderer.add(i);
      if (!bench.leaks() && i % 200 == 199) {
        renderer.end(OutputStream.nullOutputStream());
      }
      bench.add();
    }
    bench.ready();
  }
}
