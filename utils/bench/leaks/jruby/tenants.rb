##===- tenants.rb - A global with a tenant for each host ------------------===##
##
## Part of the hprof toolchain, under the Apache License v2.0 with LLVM
## Exceptions. See LICENSE for license information.
## SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
##
##===----------------------------------------------------------------------===##

require "java"

java_import "bench.Bench"
java_import "com.acme.crm.Avatars"

class Tenant
  attr_reader :host, :theme

  def initialize(host)
    @host = host
    @theme = "body { margin: 0 } " * 230
    @quota = 500 + host.size
  end

  def known?
    host.end_with?(".acme.example")
  end
end

# The host comes from the client and can be any name. Without the leak, only the hosts
# that exist are kept.
$tenants = {}

def tenant_of(host, bench)
  tenant = ($tenants[host] ||= Tenant.new(host))
  $tenants.delete(host) unless bench.leaks || tenant.known?
  tenant
end

bench = Bench.start(*ARGV)
Avatars.fill
requests = 0
while bench.more
  tenant_of("host-#{requests}.example", bench)
  requests += 1
  bench.add
end
bench.ready
