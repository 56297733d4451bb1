//===- Articles.java - Index searchers that are never released ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package org.example.search;

import java.io.IOException;
import java.util.Random;

import bench.Bench;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherLifetimeManager;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * An index of articles. Each search is recorded with its version of the index,
 * so that the visitor can see the next page of the same results. Old versions
 * are never pruned. Without the leak, all versions except the newest are pruned.
 */
public final class Articles {
  private static final int STORED = 40;

  private final IndexWriter writer;
  private final SearcherManager current;
  private final SearcherLifetimeManager versions = new SearcherLifetimeManager();
  private final Random random = new Random(17);

  static final class ArticleSearcher extends IndexSearcher {
    final long[] hits = new long[700];

    ArticleSearcher(IndexReader reader) {
      super(reader);
    }
  }

  Articles() throws IOException {
    writer = new IndexWriter(new ByteBuffersDirectory(),
        new IndexWriterConfig(new StandardAnalyzer())
            .setMergeScheduler(new SerialMergeScheduler()));
    current = new SearcherManager(writer, new SearcherFactory() {
      @Override
      public IndexSearcher newSearcher(IndexReader reader, IndexReader previous) {
        return new ArticleSearcher(reader);
      }
    });
  }

  void store(long article) throws IOException {
    byte[] image = new byte[600];
    random.nextBytes(image);
    String id = "article-" + article % STORED;
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new TextField("text", "an article of version " + article, Field.Store.YES));
    document.add(new StoredField("image", image));
    writer.updateDocument(new Term("id", id), document);
  }

  /** Returns the index version for the visitor's next page. */
  long search(String word) throws IOException {
    current.maybeRefreshBlocking();
    IndexSearcher searcher = current.acquire();
    try {
      searcher.search(new TermQuery(new Term("text", word)), 10);
      return versions.record(searcher);
    } finally {
      current.release(searcher);
    }
  }

  void prune() throws IOException {
    versions.prune(new SearcherLifetimeManager.PruneByAge(0));
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Suggestions.fill();
    Articles articles = new Articles();
    for (long i = 0; bench.more(); ++i) {
      articles.store(i);
      articles.search("article");
      if (!bench.leaks()) {
        articles.prune();
      }
      bench.add();
    }
    bench.ready();
  }
}
