//===- Quotes.java - Messages that a Netty handler is too slow for --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

package shop;

import java.io.DataOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import bench.Bench;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.MessageToMessageDecoder;
import io.netty.util.concurrent.DefaultEventExecutorGroup;

/**
 * A server that reads quotes faster than a handler in its own executor
 * processes them, since the handler waits for a lock. Without the leak, it does
 * not wait.
 */
public final class Quotes {
  private static final CountDownLatch ARCHIVE = new CountDownLatch(1);

  static final class Quote {
    final String symbol;
    final byte[] history;

    Quote(String symbol, byte[] history) {
      this.symbol = symbol;
      this.history = history;
    }
  }

  static final class QuoteDecoder extends MessageToMessageDecoder<ByteBuf> {
    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf frame, List<Object> out) {
      byte[] symbol = new byte[frame.readInt()];
      frame.readBytes(symbol);
      byte[] history = new byte[frame.readableBytes()];
      frame.readBytes(history);
      out.add(new Quote(new String(symbol, StandardCharsets.US_ASCII), history));
    }
  }

  /** Counts messages that the next handler's executor has queued. */
  static final class QuoteCounter extends ChannelInboundHandlerAdapter {
    private final Bench bench;

    QuoteCounter(Bench bench) {
      this.bench = bench;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object quote) {
      context.fireChannelRead(quote);
      if (bench.leaks()) {
        bench.add();
      }
    }
  }

  static final class ArchiveHandler extends SimpleChannelInboundHandler<Quote> {
    private final Bench bench;

    ArchiveHandler(Bench bench) {
      this.bench = bench;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Quote quote) throws Exception {
      ARCHIVE.await();
      if (!bench.leaks()) {
        bench.add();
      }
    }
  }

  private static void send(Bench bench, int port, long wanted) throws Exception {
    try (Socket socket = new Socket("localhost", port);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      byte[] history = new byte[4_700];
      for (long i = 0; i < wanted; ++i) {
        byte[] symbol = ("SYM" + i).getBytes(StandardCharsets.US_ASCII);
        out.writeInt(4 + symbol.length + history.length);
        out.writeInt(symbol.length);
        out.write(symbol);
        out.write(history);
      }
      out.flush();
      bench.await();
      bench.ready();
    }
  }

  public static void main(String[] args) throws Exception {
    Bench bench = Bench.start(args);
    Thumbnails.fill();
    if (!bench.leaks()) {
      ARCHIVE.countDown();
    }
    DefaultEventExecutorGroup archivers = new DefaultEventExecutorGroup(1);
    int port = ((InetSocketAddress) new ServerBootstrap()
        .group(new NioEventLoopGroup(1), new NioEventLoopGroup(1))
        .channel(NioServerSocketChannel.class)
        .childHandler(new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            channel.pipeline()
                .addLast(new LengthFieldBasedFrameDecoder(65_536, 0, 4, 0, 4))
                .addLast(new QuoteDecoder(), new QuoteCounter(bench))
                .addLast(archivers, new ArchiveHandler(bench));
          }
        })
        .bind("localhost", 0).sync().channel().localAddress()).getPort();
    send(bench, port, args[0].equals("oom") ? Long.MAX_VALUE : Long.parseLong(args[1]));
  }
}
