package retrieval_test

import (
	"encoding/csv"
	"log/slog"
	"maps"
	"net/netip"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/job"
	"linnet/internal/core/queue"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
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
	for range 100 {
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
