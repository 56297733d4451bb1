//===- Account.java - Messages that stay in an actor's stash --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package com.acme.ledger;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

import bench.Bench;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.StashBuffer;

/**
 * An account as an actor, which stashes deposits until a database has sent its
 * balance. The database does not answer, except without the leak.
 */
public final class Account {
  private static final Semaphore IN_MAILBOX = new Semaphore(32);

  private final Bench bench;
  private final StashBuffer<Command> stash;
  private long balance;

  interface Command {}

  static final class Loaded implements Command {
    final long balance;

    Loaded(long balance) {
      this.balance = balance;
    }
  }

  static final class Deposit implements Command {
    final String from;
    final long cents;
    final char[] statement = new char[2_200];

    Deposit(String from, long cents) {
      this.from = from;
      this.cents = cents;
    }
  }

  private Account(Bench bench, StashBuffer<Command> stash) {
    this.bench = bench;
    this.stash = stash;
  }

  static Behavior<Command> create(Bench bench, CompletionStage<Long> database) {
    return Behaviors.withStash(Integer.MAX_VALUE, stash -> Behaviors.setup(context -> {
      context.pipeToSelf(database, (balance, error) -> new Loaded(balance));
      return new Account(bench, stash).loading();
    }));
  }

  private Behavior<Command> loading() {
    return Behaviors.receive(Command.class)
        .onMessage(Loaded.class, this::loaded)
        .onMessage(Deposit.class, deposit -> {
          stash.stash(deposit);
          IN_MAILBOX.release();
          if (bench.leaks()) {
            bench.add();
          }
          return Behaviors.same();
        })
        .build();
  }

  private Behavior<Command> loaded(Loaded message) {
    balance = message.balance;
    return stash.unstashAll(Behaviors.receive(Command.class)
        .onMessage(Deposit.class, deposit -> {
          balance += deposit.cents;
          IN_MAILBOX.release();
          bench.add();
          return Behaviors.same();
        })
        .build());
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Rates.fill();
    CompletableFuture<Long> database =
        bench.leaks() ? new CompletableFuture<>() : CompletableFuture.completedFuture(12L);
    ActorSystem<Command> system = ActorSystem.create(create(bench, database), "account-4711");
    long wanted = args[0].equals("oom") ? Long.MAX_VALUE : Long.parseLong(args[1]);
    for (long i = 0; i < wanted; ++i) {
      IN_MAILBOX.acquire();
      system.tell(new Deposit("customer-" + i, i % 1_000));
    }
    bench.await();
    bench.ready();
  }
}
