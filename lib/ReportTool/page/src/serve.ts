// The page of hprof-serve.
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { closeLive, liveClass, liveObject, prepare, querySection } from "./live";
import { start } from "./main";

prepare();
start({
  object: liveObject,
  class: liveClass,
  sections: () => [querySection()],
  close: closeLive,
});
