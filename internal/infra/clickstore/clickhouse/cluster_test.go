package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	engine "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/testkit"
)

// clusterTests is the variable that turns on the tests on a cluster of two servers
// (make test-cluster). They need the Debian packages clickhouse-server and zookeeper.
const clusterTests = "LINNET_CLUSTER_TESTS"

// TestCluster_SurvivesAPartition separates a server from ZooKeeper, and with it from the
// other server, while clicks are inserted on both sides. The separated one rejects
// them, and has them, each once, after the connection is back.
func TestCluster_SurvivesAPartition(t *testing.T) {
	c := newCluster(t)
	journal := records(1500)
	c.insert(t, 1, journal[:300])
	c.awaitCount(t, 0, 300)
	for round := range 3 {
		from := 300 + 400*round
		c.toZooKeeper.cut()
		c.insert(t, 0, journal[from:from+200])
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := c.insertOnce(ctx, 1, journal[from+200:from+300]); err == nil {
			t.Error("the separated server accepted clicks")
		}
		cancel()
		c.toZooKeeper.heal()
		c.insert(t, 1, journal[from+200:from+400]) // also those whose insert failed
		c.insert(t, 0, journal[from:from+200])     // its response was lost
		for i := range c.servers {
			c.awaitCount(t, i, from+400)
		}
	}
}

// TestCluster_SurvivesAPartitionBetweenServers cuts the connections between the servers,
// by which replicas fetch the clicks of each other, while both reach ZooKeeper. Both
// accept clicks, also repeated ones, and have each click once after the connections are
// back.
func TestCluster_SurvivesAPartitionBetweenServers(t *testing.T) {
	c := newCluster(t)
	journal := records(1100)
	c.insert(t, 1, journal[:300])
	c.awaitCount(t, 0, 300)
	for round := range 2 {
		from := 300 + 400*round
		for _, p := range c.replication {
			p.cut()
		}
		c.insert(t, 0, journal[from:from+200])
		c.insert(t, 1, journal[from+200:from+400])
		c.insert(t, 1, journal[from:from+200]) // a response was lost, and the node repeats the batch at the other server
		for i := range c.servers {
			c.awaitFailedFetch(t, i)
			n, err := c.number(t.Context(), i, "SELECT count() FROM clicks_stored")
			if err != nil || n != uint64(from+200) { //nolint:gosec // a small number
				t.Errorf("separated server %d has %d clicks, want %d; %v", i, n, from+200, err)
			}
		}
		for _, p := range c.replication {
			p.heal()
		}
		for i := range c.servers {
			c.awaitCount(t, i, from+400)
		}
	}
}

// proxy forwards connections until it is cut.
type proxy struct {
	target   string
	listener net.Listener

	mu    sync.Mutex
	down  bool
	conns []net.Conn
}

// startProxy listens on an unused port of host, an address of this machine, and forwards
// to target.
func startProxy(t *testing.T, host string, port int, target string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{target: target, listener: listener}
	t.Cleanup(func() {
		p.cut()
		_ = listener.Close()
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // closed
			}
			p.forward(conn)
		}
	}()
	return p
}

func (p *proxy) forward(from net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	to, err := net.DialTimeout("tcp", p.target, time.Second)
	if p.down || err != nil {
		_ = from.Close()
		if err == nil {
			_ = to.Close()
		}
		return
	}
	p.conns = append(p.conns, from, to)
	for _, pair := range [][2]net.Conn{{from, to}, {to, from}} {
		go func() {
			_, _ = io.Copy(pair[1], pair[0]) // ends when either side is closed
			_, _ = pair[0].Close(), pair[1].Close()
		}()
	}
}

// cut closes all connections and refuses new ones.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = true
	for _, conn := range p.conns {
		_ = conn.Close()
	}
	p.conns = nil
}

// heal accepts connections again.
func (p *proxy) heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
}

// TestCluster_ReplicatesClicks runs the statements of a cluster on two real servers
// over the native protocol, kills one, and repeats inserts. The servers of Debian
// are of 2018; what they lack is taken from the statements (see inOldDialect).
func TestCluster_ReplicatesClicks(t *testing.T) {
	c := newCluster(t)
	journal := records(2000)
	c.insert(t, 0, journal[:500])
	c.insert(t, 1, journal[:500]) // repeated at the other replica
	c.awaitCount(t, 0, 500)
	c.awaitCount(t, 1, 500)

	c.kill(1)
	c.insert(t, 0, journal[500:1000]) // one replica is enough
	c.start(t, 1)
	c.awaitCount(t, 1, 1000)

	c.insert(t, 1, journal[1000:1500])
	c.kill(0)
	c.start(t, 0)
	c.insert(t, 0, journal[1000:1500]) // its response was lost
	c.insert(t, 0, journal[1500:])
	for i := range c.servers {
		c.awaitCount(t, i, 2000)
	}
	c.exec(t, 0, "ALTER TABLE "+c.layout.stored()+c.layout.onCluster()+" DELETE WHERE link = 1")
	left := 0
	for _, r := range journal {
		if r.LinkID != 1 {
			left++
		}
	}
	for i := range c.servers {
		c.awaitCount(t, i, left)
	}
}

// inOldDialect removes from a statement what servers of 2018 do not know: codecs,
// dictionaries, the index of times, and settings of deduplication, which is always
// on there.
func inOldDialect(statement string) string {
	statement, _, _ = strings.Cut(statement, " SETTINGS ")
	return strings.NewReplacer(
		" CODEC(ZSTD(1))", "", " CODEC(Delta, ZSTD(1))", "", "LowCardinality(String)", "String",
		", INDEX times ts TYPE minmax GRANULARITY 1", "",
		"toYYYYMM(fromUnixTimestamp64Milli(ts, 'UTC'))", "toYYYYMM(toDateTime(intDiv(ts, 1000), 'UTC'))",
		"DateTime64(6, 'UTC') DEFAULT now64(6, 'UTC')", "DateTime DEFAULT now()",
		"currentDatabase()", "default",
	).Replace(statement)
}

// replicationHost is the address by which servers know each other for replication. A
// server registers the port that it listens on, so that the proxies in between have
// another address of this machine.
const replicationHost = "127.0.0.2"

// cluster is ZooKeeper and two servers, the replicas of one shard or two shards.
type cluster struct {
	dir     string
	layout  layout
	shards  int
	ports   []int // ZooKeeper's, three of each server (native, HTTP, of replication), that of toZooKeeper
	servers [2]*exec.Cmd
	conns   [2]driver.Conn

	toZooKeeper *proxy    // between the second server and ZooKeeper
	replication [2]*proxy // to each server, for the other one
}

// newCluster returns a cluster of two replicas.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	return newClusterOf(t, 1)
}

// newClusterOf starts the processes, which end with the test, and creates the tables. It
// skips the test unless clusterTests is set.
func newClusterOf(t *testing.T, shards int) *cluster {
	t.Helper()
	if os.Getenv(clusterTests) == "" {
		t.Skipf("set %s=1, as make test-cluster does", clusterTests)
	}
	c := &cluster{dir: t.TempDir(), layout: layout{cluster: "linnet", database: "default"}, shards: shards}
	for range 8 {
		_, port, err := net.SplitHostPort(testkit.FreeAddr(t))
		if err != nil {
			t.Fatal(err)
		}
		number, err := strconv.Atoi(port)
		if err != nil {
			t.Fatal(err)
		}
		c.ports = append(c.ports, number)
	}
	c.startProcesses(t)
	for _, statement := range append(createTables(c.layout, clicksql.Columns()), c.layout.versions()) {
		c.exec(t, 0, inOldDialect(statement))
	}
	return c
}

func (c *cluster) startProcesses(t *testing.T) {
	t.Helper()
	zoo := filepath.Join(c.dir, "zoo.cfg")
	write(t, zoo, fmt.Sprintf("tickTime=500\ndataDir=%s/zoo\nclientPort=%d\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n", c.dir, c.ports[0]))
	c.run(t, "java", "-Xmx128m", "-cp", "/usr/share/java/zookeeper.jar:/usr/share/java/*",
		"org.apache.zookeeper.server.ZooKeeperServerMain", zoo)
	await(t, c.serving)
	c.toZooKeeper = startProxy(t, "127.0.0.1", c.ports[7], fmt.Sprintf("127.0.0.1:%d", c.ports[0]))
	for i := range c.replication {
		port := c.ports[3+3*i]
		c.replication[i] = startProxy(t, replicationHost, port, fmt.Sprintf("127.0.0.1:%d", port))
	}
	write(t, filepath.Join(c.dir, "users.xml"), `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default>
<password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>`)
	for i := range c.servers {
		write(t, filepath.Join(c.dir, fmt.Sprintf("server%d.xml", i)), c.configuration(i))
	}
	t.Cleanup(func() {
		for i := range c.servers {
			log, err := os.ReadFile(filepath.Join(c.dir, fmt.Sprintf("%d.err", i)))
			if t.Failed() {
				t.Logf("log of server %d: %s; %v", i, log, err)
			}
		}
	})
	for i := range c.servers {
		c.start(t, i)
	}
}

// serving returns nil when ZooKeeper serves requests, which is later than it listens: a
// server that is refused at its start does not execute ON CLUSTER.
func (c *cluster) serving(ctx context.Context) error {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", c.ports[0]))
	if err != nil {
		return err
	}
	defer conn.Close() // nothing is pending
	_, err = io.WriteString(conn, "srvr")
	status, readErr := io.ReadAll(conn)
	if err := errors.Join(err, readErr); err != nil {
		return err
	}
	if !strings.Contains(string(status), "Mode: ") {
		return fmt.Errorf("ZooKeeper answers %q", status)
	}
	return nil
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// configuration returns the configuration file of a server.
func (c *cluster) configuration(i int) string {
	folder, own := filepath.Join(c.dir, fmt.Sprint(i)), c.ports[1+3*i:]
	const replica = "<replica><host>127.0.0.1</host><port>%d</port></replica>"
	const inner = "<internal_replication>true</internal_replication>"
	shard, servers := 1, replica+replica
	if c.shards == 2 {
		shard, servers = 1+i, replica+"</shard><shard>"+inner+replica
	}
	return fmt.Sprintf(`<yandex><logger><level>warning</level><log>%[1]s.log</log><errorlog>%[1]s.err</errorlog></logger>
<tcp_port>%[2]d</tcp_port><http_port>%[3]d</http_port><interserver_http_port>%[4]d</interserver_http_port>
<interserver_http_host>%[9]s</interserver_http_host><listen_host>127.0.0.1</listen_host>
<path>%[1]s/</path><tmp_path>%[1]s/tmp/</tmp_path><users_config>%[5]s/users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database><mark_cache_size>5000000</mark_cache_size>
<zookeeper><node><host>127.0.0.1</host><port>%[6]d</port></node><session_timeout_ms>4000</session_timeout_ms></zookeeper>
<macros><shard>%[10]d</shard><replica>r%[7]d</replica></macros><distributed_ddl><path>/clickhouse/ddl</path></distributed_ddl>
<remote_servers><linnet><shard>%[8]s</shard></linnet></remote_servers></yandex>`,
		folder, own[0], own[1], own[2], c.dir, c.ports[7*i], i, fmt.Sprintf(inner+servers, c.ports[1], c.ports[4]), replicationHost, shard)
}

// run starts a program that is killed at the end of the test.
func (c *cluster) run(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = c.dir
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command
}

// start starts a server and waits until it is connected to ZooKeeper.
func (c *cluster) start(t *testing.T, i int) {
	t.Helper()
	c.servers[i] = c.run(t, "clickhouse-server", "--config-file="+filepath.Join(c.dir, fmt.Sprintf("server%d.xml", i)))
	connection, _, err := parseURL(Options{URL: fmt.Sprintf("clickhouse://127.0.0.1:%d/default", c.ports[1+3*i])}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	connection.Settings = nil // some are unknown to the server
	if c.conns[i], err = engine.Open(connection); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.conns[i].Close() })
	await(t, func(ctx context.Context) error {
		return c.conns[i].Exec(ctx, "SELECT count() FROM system.zookeeper WHERE path = '/'")
	})
}

func (c *cluster) kill(i int) {
	_ = c.servers[i].Process.Kill() // fails when the process has ended
	_ = c.servers[i].Wait()         // reports the signal
}

// awaitLimit is longer than the pause after which a server of Debian fetches clicks
// again that it could not fetch: 10 s, which double with each failure, to about a minute.
const awaitLimit = 3 * time.Minute

// await calls do until it succeeds.
func await(t *testing.T, do func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), awaitLimit)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var last error
	for {
		err := do(ctx)
		if err == nil {
			return
		}
		if ctx.Err() == nil {
			last = err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal(last)
		}
	}
}

func (c *cluster) exec(t *testing.T, i int, statement string) {
	t.Helper()
	if err := c.conns[i].Exec(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// insert inserts clicks as insertBlock does, until the server takes them.
func (c *cluster) insert(t *testing.T, i int, clicks []click.Click) {
	t.Helper()
	await(t, func(ctx context.Context) error { return c.insertOnce(ctx, i, clicks) })
}

// insertOnce is insert without repetition.
func (c *cluster) insertOnce(ctx context.Context, i int, clicks []click.Click) error {
	return c.insertInto(ctx, i, c.layout.stored(), clicks)
}

// insertInto is insertOnce for a table. The server waits until the shards have stored the
// clicks.
func (c *cluster) insertInto(ctx context.Context, i int, table string, clicks []click.Click) error {
	ctx = engine.Context(ctx, engine.WithSettings(engine.Settings{"insert_distributed_sync": 1}))
	cols := clicksql.Columns()
	for _, month := range byMonth(clicks) {
		batch, err := c.conns[i].PrepareBatch(ctx, "INSERT INTO "+table+" ("+clicksql.Names(cols)+")")
		if err != nil {
			return err
		}
		for n, col := range cols {
			if err := batch.Column(n).Append(values(col, month)); err != nil {
				return errors.Join(err, batch.Close())
			}
		}
		if err := errors.Join(batch.Send(), batch.Close()); err != nil {
			return err
		}
	}
	return nil
}

// number returns the only value of a query, an unsigned number.
func (c *cluster) number(ctx context.Context, i int, query string) (n uint64, err error) {
	err = c.conns[i].QueryRow(ctx, query).Scan(&n)
	return n, err
}

// awaitFailedFetch waits until a server has tried to fetch clicks of the other one, and
// failed.
func (c *cluster) awaitFailedFetch(t *testing.T, i int) {
	t.Helper()
	await(t, func(ctx context.Context) error {
		n, err := c.number(ctx, i, "SELECT count() FROM system.replication_queue WHERE type = 'GET_PART' AND last_exception != ''")
		if err == nil && n == 0 {
			err = fmt.Errorf("server %d has not failed to fetch clicks", i)
		}
		return err
	})
}

// awaitCount waits until a replica has as many clicks, each once, and the table of
// all shards returns the same.
func (c *cluster) awaitCount(t *testing.T, i, want int) {
	t.Helper()
	for _, table := range []string{"clicks_stored", "clicks"} {
		await(t, func(ctx context.Context) error {
			var n, distinct uint64
			row := c.conns[i].QueryRow(ctx, "SELECT count(), uniqExact("+idExpr+") FROM "+table)
			if err := row.Scan(&n, &distinct); err != nil {
				return err
			}
			if n != uint64(want) || distinct != n { //nolint:gosec // a small number
				return fmt.Errorf("server %d has %d clicks with %d ids in %s, want %d", i, n, distinct, table, want)
			}
			return nil
		})
	}
}
