package click

import (
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/visitor"
)

// aggregateHit is the visit of a person to a domain whose clicks are only counted.
func aggregateHit(address string, after time.Duration, query string) Hit {
	return Hit{
		At: noon.Add(after), WorkspaceID: 1, DomainID: 2, LinkID: 3, Outcome: visitor.Redirected, Aggregate: true,
		Addr: netip.MustParseAddr(address), Alias: "launch", Query: query, URL: "https://example.com/", UserAgent: "browser",
		Language: "de-AT,de;q=0.9,hr;q=0.2", Referrer: "https://www.example.org/" + query,
	}
}

// TestAggregate_StoresNothingThatTellsVisitorsApart records two visitors within an hour. The
// journal and the click store have the same of both, but for a random id.
func TestAggregate_StoresNothingThatTellsVisitorsApart(t *testing.T) {
	t.Parallel()
	e := newEnricher(t, &memSalts{})
	ids := map[uint64]bool{}
	var hits []Hit
	var clicks []Click
	for _, hit := range []Hit{
		aggregateHit("192.0.2.1", time.Minute, "utm_source=news&email=ada%40example.com"),
		aggregateHit("2001:db8::2", 59*time.Minute, "fbclid=secret&utm_source=news"),
	} {
		hit.aggregate()
		c := e.must(t, hit)
		if again := e.must(t, hit); again != c {
			t.Errorf("the journal is read again: %s", cmp.Diff(c, again))
		}
		if !c.IsAggregate() || ids[c.ID] || c.ID != hit.ID {
			t.Errorf("the id %x", c.ID)
		}
		ids[c.ID] = true
		hit.ID, c.ID = 0, 0
		hits, clicks = append(hits, hit), append(clicks, c)
	}
	addresses := cmp.Comparer(func(a, b netip.Addr) bool { return a == b })
	if diff := cmp.Diff(hits[0], hits[1], addresses); diff != "" || hits[0].Addr.IsValid() {
		t.Errorf("the journal tells the visitors apart: %s", diff)
	}
	want := Click{
		At: noon.Truncate(time.Hour), WorkspaceID: 1, DomainID: 2, LinkID: 3, Outcome: visitor.Redirected, Trigger: TriggerLink, Alias: "launch",
		URL: "https://example.com/", Language: "de-AT", OS: clicks[0].OS, Browser: "Safari", InApp: clicks[0].InApp, Device: clicks[0].Device,
		Referrer: "example.org", UTM: UTM{Source: "news"},
	}
	for _, c := range clicks {
		if diff := cmp.Diff(want, c); diff != "" {
			t.Error(diff)
		}
	}
}

// TestAggregate_ReducesRecordsOfEarlierVersions reads a hit that an earlier version recorded
// with its time and its id.
func TestAggregate_ReducesRecordsOfEarlierVersions(t *testing.T) {
	t.Parallel()
	hit := aggregateHit("192.0.2.1", 7*time.Minute, "")
	hit.ID, hit.Addr = IDBase(hit.At)|1, netip.Addr{}
	c := newEnricher(t, &memSalts{}).must(t, hit)
	if !c.IsAggregate() || !c.At.Equal(noon.Truncate(time.Hour)) || c.Agent != "" || c.ReferrerURL != "" {
		t.Errorf("%+v", c)
	}
}

func TestFeed_OmitsAggregateClicks(t *testing.T) {
	t.Parallel()
	var f feed
	s := f.subscribe(1, 3)
	f.publish([]Click{{ID: FirstAggregateID, WorkspaceID: 1}, {ID: 5, WorkspaceID: 1}}, []uint64{1, 2})
	if e := <-s.C; e.ID != 5 || e.Number != 2 || len(s.C) != 0 {
		t.Errorf("published %+v, and %d more", e, len(s.C))
	}
}
