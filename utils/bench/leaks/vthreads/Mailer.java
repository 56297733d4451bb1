//===- Mailer.java - A queue that only a virtual thread holds -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import bench.Bench;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * Requests, each in a virtual thread, put mail into a queue without a limit. A
 * virtual thread that sends it waits for a mail server that does not answer.
 * Without the leak, the server answers.
 */
public final class Mailer {
  private static final CountDownLatch SERVER = new CountDownLatch(1);

  static final class Mail {
    final String to;
    final byte[] text = new byte[4_400];

    Mail(String to) {
      this.to = to;
    }
  }

  static final class MailQueue {
    private final MpscUnboundedArrayQueue<Mail> pending = new MpscUnboundedArrayQueue<>(1024);
    private volatile Thread sender;

    void put(Mail mail) {
      pending.offer(mail);
      LockSupport.unpark(sender);
    }

    Mail take() {
      sender = Thread.currentThread();
      Mail mail = pending.poll();
      while (mail == null) {
        LockSupport.park();
        mail = pending.poll();
      }
      return mail;
    }
  }

  private static void send(Bench bench, MailQueue queue) {
    for (;;) {
      Mail mail = queue.take();
      try {
        SERVER.await();
      } catch (InterruptedException e) {
        return;
      }
      if (!bench.leaks() && mail.text.length > 0) {
        bench.add();
      }
    }
  }

  /** Returns when all requests have finished: only the sender refers to the queue. */
  private static void serve(Bench bench, long wanted) throws InterruptedException {
    MailQueue queue = new MailQueue();
    Thread.ofVirtual().name("mail-sender").start(() -> send(bench, queue));
    for (long i = 0; i < wanted; ++i) {
      String to = "customer-" + i;
      Thread.ofVirtual().name("request-" + i).start(() -> queue.put(new Mail(to))).join();
      if (bench.leaks()) {
        bench.add();
      }
    }
    bench.await();
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    if (!bench.leaks()) {
      SERVER.countDown();
    }
    serve(bench, args[0].equals("oom") ? Long.MAX_VALUE : Long.parseLong(args[1]));
    bench.ready();
  }
}
