package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"

	"linnet/internal/testkit"
)

// visits are the visits of one link.
type visits struct{ sent, answered atomic.Int64 }

// TestCluster_CountsEachVisitThroughKills runs two nodes on one PostgreSQL and one
// ClickHouse server under load, and kills one of the four at a time, at random. For each link, visits answered ≤ clicks counted ≤ visits sent, no visit is
// counted twice, and both nodes report the same. LINNET_KILLS is the number of kills,
// 200 by default.
func TestCluster_CountsEachVisitThroughKills(t *testing.T) {
	if os.Getenv("LINNET_CLUSTER_TESTS") == "" {
		t.Skip("set LINNET_CLUSTER_TESTS=1, as make test-cluster does")
	}
	kills := 200
	if text := os.Getenv("LINNET_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	database := testkit.NewDatabase(t)
	pair := newNodePair(t, database.URL)
	for i := range pair.processes {
		pair.launch(i, "/healthz")
	}
	pair.signUp()
	links := make([]visits, 5)
	ids := pair.addLinks(len(links))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	loads := startVisits(ctx, links, pair.people)
	killed := map[string]int{}
	pause := time.NewTimer(0)
	for range kills {
		pause.Reset(time.Duration(50+rand.IntN(400)) * time.Millisecond)
		<-pause.C
		switch n := rand.IntN(4); n {
		case 3:
			database.Kill()
			database.Await()
			killed["PostgreSQL"]++
		case 2:
			pair.clickHouse.Kill()
			pair.clickHouse.Restart(t)
			killed["ClickHouse"]++
		default:
			pair.kill(n)
			pair.launch(n, "/healthz")
			killed[fmt.Sprint("node ", n)]++
		}
	}
	stop()
	loads.Wait()
	pair.awaitCounts(ids, links)
	t.Logf("%d kills: %v; %d visits counted twice", kills, killed, countedTwice(t, pair.clicksURL))
}

// startVisits visits the links on both nodes until ctx ends, each time with a mark of
// its own.
func startVisits(ctx context.Context, links []visits, people [2]*person) *sync.WaitGroup {
	const workers, every = 3, 5 * time.Millisecond
	var loads sync.WaitGroup
	var marks atomic.Int64
	for _, p := range people {
		for range workers {
			loads.Go(func() {
				tick := time.NewTicker(every)
				defer tick.Stop()
				for ctx.Err() == nil {
					<-tick.C
					mark := marks.Add(1)
					i := int(mark) % len(links)
					links[i].sent.Add(1)
					status, _, err := p.visit(fmt.Sprintf("/a%d?utm_content=m%d", i, mark))
					if err == nil && status == http.StatusFound {
						links[i].answered.Add(1)
					}
				}
			})
		}
	}
	return &loads
}

// awaitCounts waits until both nodes, and the counters of the links, report the same
// clicks of each link, between the numbers of answered and sent visits.
func (p *nodePair) awaitCounts(ids []string, links []visits) {
	p.t.Helper()
	counted := make([]int64, len(links))
	poll := time.NewTicker(3 * time.Second) // each look takes 16 of 600 calls a minute
	defer poll.Stop()
	eventually(p.t, func() string {
		<-poll.C
		for i, id := range ids {
			problem := ""
			if counted[i], problem = p.countOf(id, &links[i]); problem != "" {
				return fmt.Sprintf("link %d: %s", i, problem)
			}
		}
		return ""
	})
	for i := range links {
		p.t.Logf("link %d: %d answered, %d counted, %d sent", i, links[i].answered.Load(), counted[i], links[i].sent.Load())
	}
}

// countOf returns the clicks of a link, and why they are not final or not right.
func (p *nodePair) countOf(id string, v *visits) (clicks int64, problem string) {
	p.t.Helper()
	var reports [2]struct{ Clicks int64 }
	for n, client := range p.people {
		client.call(http.MethodGet, "/analytics?groupBy=count&interval=24h&linkId="+id, nil, http.StatusOK, &reports[n])
	}
	var link struct{ ClickCount int64 }
	p.people[0].call(http.MethodGet, "/links/"+id, nil, http.StatusOK, &link)
	clicks = reports[0].Clicks
	if sent := v.sent.Load(); clicks > sent {
		p.t.Fatalf("%d clicks of %d visits", clicks, sent)
	}
	if answered := v.answered.Load(); reports[0] != reports[1] || link.ClickCount != clicks || clicks < answered {
		return clicks, fmt.Sprintf("the nodes report %+v, the counter is %d, %d visits were answered", reports, link.ClickCount, answered)
	}
	return clicks, ""
}

// countedTwice returns the number of visits with more than one click, which is an error.
func countedTwice(t *testing.T, clicksURL string) (n uint64) {
	t.Helper()
	options, err := clickhouse.ParseDSN(clicksURL)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := clickhouse.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() // nothing was written
	const text = "SELECT count() FROM (SELECT utmcontent FROM clicks GROUP BY utmcontent HAVING count() > 1)"
	if err := conn.QueryRow(t.Context(), text).Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n > 0 {
		t.Errorf("%d visits are counted twice", n)
	}
	return n
}
