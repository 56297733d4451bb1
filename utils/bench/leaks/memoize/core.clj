;;===- core.clj - A memoized function with too many arguments -------------===;;
;;
;; Part of the hprof toolchain, under the Apache License v2.0 with LLVM
;; Exceptions. See LICENSE for license information.
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;;
;;===----------------------------------------------------------------------===;;

(ns shop.core
  (:import (bench Bench)
           (shop Thumbnails)))

(defrecord Line [article number price])
(defrecord Quotation [customer lines terms])

(defn quotation [request]
  (->Quotation (:customer request)
               (mapv (fn [i] (->Line (str "article-" i) i (* 1.5 i))) (range 12))
               (byte-array 4000)))

;; Each request differs: no result is ever used again.
(def quotation-for (memoize quotation))

(let [bench (Bench/start (into-array String *command-line-args*))
      answer (if (.leaks bench) quotation-for quotation)]
  (Thumbnails/fill)
  (loop [i 0]
    (when (.more bench)
      (answer {:customer (str "customer-" i) :day (rem i 365)})
      (.add bench)
      (recur (inc i))))
  (.ready bench))
