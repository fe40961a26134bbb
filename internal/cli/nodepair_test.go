package cli

import (
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"syscall"
	"testing"

	"linnet/internal/base/sealed"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

// nodePair is two nodes on one PostgreSQL and one ClickHouse database.
type nodePair struct {
	t           *testing.T
	clickHouse  *testclickhouse.Server
	clicksURL   string
	environment []string

	publicURL      string // of both nodes
	addrs, folders [2]string
	own            [2][]string // further arguments of each node
	processes      [2]*exec.Cmd
	people         [2]*person // of one account: a client of each node
}

// newNodePair starts ClickHouse, with an empty database, and prepares two nodes with the
// records of databaseURL. It starts neither.
func newNodePair(t *testing.T, databaseURL string) *nodePair {
	t.Helper()
	p := &nodePair{t: t}
	p.clickHouse, p.clicksURL = testclickhouse.Start(t)
	for i := range p.addrs {
		p.addrs[i], p.folders[i] = testkit.FreeAddr(t), t.TempDir()
	}
	p.publicURL = "http://" + p.addrs[0]
	p.environment = []string{
		"LINNET_DATABASE_URL=" + databaseURL, "LINNET_CLICKHOUSE_URL=" + p.clicksURL, "LINNET_SECRET_KEY=" + sealed.New().Text(),
	}
	return p
}

// startNodePair starts two nodes of this version, and signs up.
func startNodePair(t *testing.T) *nodePair {
	t.Helper()
	testkit.Long(t)
	p := newNodePair(t, testkit.MigratedPostgres(t))
	for i := range p.processes {
		p.launch(i, "/healthz")
	}
	p.signUp()
	return p
}

// arguments returns the command line of a node.
func (p *nodePair) arguments(i int) []string {
	return append([]string{"serve", "--addr", p.addrs[i], "--data", p.folders[i], "--public-url", p.publicURL}, p.own[i]...)
}

// launch starts a node of this version and waits until path returns 200.
func (p *nodePair) launch(i int, path string) {
	p.t.Helper()
	p.processes[i] = launchProgram(p.t, p.addrs[i], path, p.environment, p.arguments(i)...)
}

// launchBinary starts a node of another version and waits until it is ready.
func (p *nodePair) launchBinary(i int, binary string) {
	p.t.Helper()
	p.processes[i] = startBinary(p.t, binary, p.addrs[i], "/readyz", p.environment, p.arguments(i)...)
}

// stop signals a node to end, and waits for it.
func (p *nodePair) stop(i int) {
	p.t.Helper()
	if err := errors.Join(p.processes[i].Process.Signal(syscall.SIGTERM), p.processes[i].Wait()); err != nil {
		p.t.Fatal(err)
	}
}

// kill ends a node as kill -9 does, and waits for its end.
func (p *nodePair) kill(i int) {
	_ = p.processes[i].Process.Kill() // fails if it has ended, which Wait reports
	_ = p.processes[i].Wait()         // reports the signal
}

// signUp creates an account on the first node, whose clients call either node.
func (p *nodePair) signUp() {
	p.t.Helper()
	first := signUp(p.t, "http://"+p.addrs[0])
	second := *first
	second.origin, second.host = "http://"+p.addrs[1], p.addrs[0]
	p.people = [2]*person{first, &second}
}

// addLinks creates n links, with the aliases a0, a1 and so on, and returns their ids.
func (p *nodePair) addLinks(n int) (ids []string) {
	p.t.Helper()
	for i := range n {
		var made struct{ ID string }
		link := map[string]any{"url": "https://example.com/", "alias": fmt.Sprint("a", i)}
		p.people[0].call(http.MethodPost, "/links", link, http.StatusCreated, &made)
		ids = append(ids, made.ID)
	}
	return ids
}
