// snapshot.mjs FILE: loads a heap snapshot as DevTools does, and prints the retained
// size and the own size of each node, largest first.
import * as fs from 'node:fs';
import {MessageChannel} from 'node:worker_threads';
import {SecondaryInitManager} from 'chrome-devtools-frontend/front_end/entrypoints/heap_snapshot_worker/HeapSnapshot.ts';
import {HeapSnapshotLoader} from 'chrome-devtools-frontend/front_end/entrypoints/heap_snapshot_worker/HeapSnapshotLoader.ts';

async function main() {
  const loader: any = new (HeapSnapshotLoader as any)({sendEvent() {}});
  for await (const piece of fs.createReadStream(process.argv[2], {encoding: 'utf8'}))
    loader.write(piece);
  loader.close();
  const channel = new MessageChannel();
  new (SecondaryInitManager as any)(channel.port2);
  const snapshot: any = await loader.buildSnapshot(channel.port1);
  const rows: number[][] = [];
  for (const it = snapshot.allNodes(); it.hasNext(); it.next())
    rows.push([it.item().retainedSize(), it.item().selfSize()]);
  rows.sort((a, b) => b[0] - a[0]);
  for (const row of rows)
    console.log(row.join('\t'));
  channel.port1.close();
  channel.port2.close();
}

main().catch(fault => {
  console.error(fault);
  process.exit(1);
});
