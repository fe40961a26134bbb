package retrieval_test

import (
	"encoding/csv"
	"log/slog"
	"maps"
	"net/netip"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/job"
	"linnet/internal/core/queue"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/shorteners"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testshorteners"
)

// callShorteners makes an install call shorteners of this machine, and run imports.
func (in *install) callShorteners() {
	local := outbound.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, NoRedirects: true}
	in.retrievals.Open = shorteners.NewOpener(outbound.New(local), in.clock).Open
	handlers := map[job.Kind]job.Handler{job.Retrieval: in.retrievals.Run}
	maps.Copy(handlers, in.transfers.Handlers())
	log := slog.New(slog.DiscardHandler)
	runner := job.NewRunner(job.RunnerDeps{Store: in.store, Handlers: handlers, Clock: in.clock, Log: log})
	in.tasks = queue.New(queue.Deps{Store: in.store, Kinds: []queue.Kind{runner.Kind()}, Clock: in.clock, Log: log})
}

// retrieve reads all links of a shortener, however often it fails.
func (in *install) retrieve(c retrieval.Connection) job.Job {
	in.t.Helper()
	j, err := in.retrievals.Start(in.t.Context(), in.owner, c)
	if fault.Is(err, fault.Unavailable) {
		j, err = in.retrievals.Start(in.t.Context(), in.owner, c)
	}
	if err != nil {
		in.t.Fatal(err)
	}
	for range 2 * testshorteners.Count {
		if j = in.run(j.ID); j.State == job.Done {
			return j
		}
		in.clock.Advance(time.Minute)
	}
	in.t.Fatalf("the job does not end: %+v", j)
	return j
}

// TestRetrieval_ImportsTheLinksOfEachShortener checks that each link is created, except for the one
// without a destination, one of the two aliases that differ in case, and the one with a password
// where the shortener does not return that.
func TestRetrieval_ImportsTheLinksOfEachShortener(t *testing.T) {
	t.Parallel()
	for from, of := range map[retrieval.Shortener]struct {
		open   func(testing.TB) *testshorteners.Shortener
		failed int
	}{
		retrieval.Bitly: {testshorteners.Bitly, 2}, retrieval.Dub: {testshorteners.Dub, 2}, retrieval.Kutt: {testshorteners.Kutt, 3},
		retrieval.Rebrandly: {testshorteners.Rebrandly, 2}, retrieval.Shlink: {testshorteners.Shlink, 2},
		retrieval.ShortIO: {testshorteners.ShortIO, 3}, retrieval.YOURLS: {testshorteners.YOURLS, 2},
	} {
		t.Run(string(from), func(t *testing.T) {
			t.Parallel()
			in, peer := newInstall(t, testkit.SQLite(t)), of.open(t)
			in.callShorteners()
			peer.SetFaults(testshorteners.Faults{LimitEvery: 7, ErrorPage: 1, CutPage: 2})
			draft := retrieval.ImportOf(in.retrieve(retrieval.Connection{From: from, URL: peer.URL, Key: peer.Key}))
			if _, err := in.transfers.Start(t.Context(), in.owner, draft, transfer.Options{}); err != nil {
				t.Fatal(err)
			}
			in.run(draft)
			_, report, err := in.transfers.Output(t.Context(), in.owner, job.Import, draft)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(report).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			results := map[string]int{}
			for _, row := range rows[1:] {
				results[row[2]]++
			}
			if results["failed"] != of.failed || results["created"] != testshorteners.Count-of.failed {
				t.Errorf("the report has %v", results)
			}
		})
	}
}

// fewClicks are clicks whose visits are soon read. One link has several pages of them.
func fewClicks(l testshorteners.Link) int64 {
	switch {
	case l.N == testshorteners.Emoji:
		return 2_300
	case l.N < 60:
		return int64(l.N % 5)
	default:
		return 0
	}
}

// historyOf returns the history of a link as the row of a retrieval has it.
func historyOf(peer *testshorteners.Shortener, l testshorteners.Link, detailed bool) string {
	var c clickhistory.Counter
	for _, v := range peer.Visits(l) {
		if v.Bot {
			continue
		}
		e := clickhistory.Entry{Day: click.DayOf(v.At), Clicks: 1}
		if detailed {
			e.Detailed = true
			e.Details = clickhistory.Details{Country: v.Country, OS: v.OS, Browser: v.Browser, Device: visitor.Device(v.Device), Referrer: v.Source}
		}
		c.Add(e)
	}
	return c.History().String()
}

// TestRetrieval_HasTheHistoryOfEachLink checks it where the shortener allows few calls in a row: as
// many as a page of links takes, and one more.
func TestRetrieval_HasTheHistoryOfEachLink(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		from     retrieval.Shortener
		open     func(testing.TB) *testshorteners.Shortener
		faults   testshorteners.Faults
		detailed bool
	}{
		"bitly":    {retrieval.Bitly, testshorteners.Bitly, testshorteners.Faults{LimitEvery: 7}, false},
		"dub":      {retrieval.Dub, testshorteners.Dub, testshorteners.Faults{LimitEvery: 7}, true},
		"dub days": {retrieval.Dub, testshorteners.Dub, testshorteners.Faults{LimitEvery: 7, NoEvents: true}, false},
		"shlink":   {retrieval.Shlink, testshorteners.Shlink, testshorteners.Faults{LimitEvery: 7, ErrorPage: 3, CutPage: 5}, true},

		"bitly, slow":    {retrieval.Bitly, testshorteners.Bitly, testshorteners.Faults{LimitEvery: 4}, false},
		"dub, slow":      {retrieval.Dub, testshorteners.Dub, testshorteners.Faults{LimitEvery: 5}, true},
		"dub days, slow": {retrieval.Dub, testshorteners.Dub, testshorteners.Faults{LimitEvery: 6, NoEvents: true}, false},
		"shlink, slow":   {retrieval.Shlink, testshorteners.Shlink, testshorteners.Faults{LimitEvery: 4}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, peer := newInstall(t, testkit.SQLite(t)), of.open(t)
			in.callShorteners()
			peer.SetClicks(fewClicks)
			peer.SetFaults(of.faults)
			j := in.retrieve(retrieval.Connection{From: of.from, URL: peer.URL, Key: peer.Key, History: true})
			got := in.histories(j)
			for _, l := range peer.All() {
				id := string(of.from) + ":" + peer.ID(l)
				history, found := got[id]
				if want := historyOf(peer, l, of.detailed); !found || history != want {
					t.Errorf("%s: the history is %.300q, want %.300q", id, history, want)
				}
				delete(got, id)
			}
			if len(got) > 0 || j.Done != testshorteners.Count {
				t.Errorf("%d rows, and other links: %v", j.Done, got)
			}
		})
	}
}

// histories returns the histories of the rows of a retrieval by their external ids.
func (in *install) histories(j job.Job) map[string]string {
	in.t.Helper()
	out := map[string]string{}
	for chunk := int64(0); ; chunk++ {
		rows, err := transfer.RetrievedRows(in.t.Context(), in.store, j.OutputID, chunk)
		if fault.Is(err, fault.NotFound) {
			return out
		}
		if err != nil {
			in.t.Fatal(err)
		}
		for _, row := range rows {
			out[row[transfer.ExternalID]] = row[transfer.ClickHistory]
		}
	}
}
