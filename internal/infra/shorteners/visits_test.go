package shorteners_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// linkWith returns a link that was created on a date and has clicks.
func linkWith(id, created, clicks string) retrieval.Link {
	return retrieval.Link{ID: id, Cells: cells{transfer.CreatedAt: created + "T08:00:00Z", transfer.Clicks: clicks}}
}

// visitsOf returns the visits of a link as one source reads them, and the calls that it sends to
// a server.
func visitsOf(t *testing.T, from retrieval.Shortener, l retrieval.Link, answer http.HandlerFunc) (visits []retrieval.Visits, calls []string, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls = append(calls, r.URL.RequestURI())
		answer(w, r)
	}))
	defer server.Close()
	source := opener().Open(retrieval.Connection{From: from, URL: server.URL, Key: "k"})
	for cursor := ""; ; {
		page, err := source.Visits(context.Background(), l, cursor)
		if err != nil {
			return visits, calls, err
		}
		visits = append(visits, page.Visits...)
		if page.Next == "" {
			return visits, calls, nil
		}
		cursor = page.Next
	}
}

func TestVisits_OfDeletedLinksAreNone(t *testing.T) {
	t.Parallel()
	for _, from := range []retrieval.Shortener{retrieval.Bitly, retrieval.Dub, retrieval.Shlink} {
		visits, calls, err := visitsOf(t, from, linkWith("go.example.com/a", "2024-01-01", "5"), http.NotFound)
		if err != nil || len(visits) != 0 || len(calls) != 1 {
			t.Errorf("%s: %v, %v after %q", from, visits, err, calls)
		}
	}
}

func TestVisits_AreNotAskedForWithoutClicks(t *testing.T) {
	t.Parallel()
	for _, from := range []retrieval.Shortener{retrieval.Dub, retrieval.Shlink} {
		if _, calls, err := visitsOf(t, from, linkWith("a", "2024-01-01", ""), http.NotFound); err != nil || len(calls) != 0 {
			t.Errorf("%s: %v after %q", from, err, calls)
		}
	}
}

func TestVisits_NameTheKeyWhoseOwnerHasNoHistory(t *testing.T) {
	t.Parallel()
	for _, from := range []retrieval.Shortener{retrieval.Bitly, retrieval.Dub, retrieval.Shlink} {
		for _, status := range []int{http.StatusPaymentRequired, http.StatusForbidden} {
			_, _, err := visitsOf(t, from, linkWith("go.example.com/a", "2024-01-01", "5"), func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
			if !fault.Names(err, "key") || !strings.Contains(fault.Sentence(err), "start again without the click history") {
				t.Errorf("%s with %d: %v", from, status, err)
			}
		}
	}
}

func TestBitly_SendsTheSlashOfAnIDAsItIs(t *testing.T) {
	t.Parallel()
	visits, calls, err := visitsOf(t, retrieval.Bitly, retrieval.Link{ID: "bit.ly/sale?ü"}, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"link_clicks":[{"date":"2026-01-02T00:00:00-0500","clicks":3},{"date":"2026-01-01T00:00:00-0500","clicks":0}]}`)
	})
	if want := "/v4/bitlinks/bit.ly/sale%3F%C3%BC/clicks?unit=day&units=-1"; err != nil || len(calls) != 1 || calls[0] != want {
		t.Errorf("%v, %q, want %q", err, calls, want)
	}
	if len(visits) != 2 || !visits[0].At.Equal(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)) || visits[0].Clicks != 3 {
		t.Errorf("the visits are %v", visits)
	}
}

func TestBitly_EndsWhereTheSameDaysAreReturnedAgain(t *testing.T) {
	t.Parallel()
	var days []string
	for i := range 50 {
		days = append(days, fmt.Sprintf(`{"date":"%s","clicks":1}`, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -i).Format(time.RFC3339)))
	}
	visits, calls, err := visitsOf(t, retrieval.Bitly, retrieval.Link{ID: "bit.ly/a"}, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"link_clicks":[%s]}`, strings.Join(days, ","))
	})
	if err != nil || len(visits) != 50 || len(calls) != 2 {
		t.Errorf("%d visits, %v after %q", len(visits), err, calls)
	}
}

// TestDub_ReadsTheDaysThatThePlanAllows refuses single clicks, and days that are older than a
// year, as the plan Pro does.
func TestDub_ReadsTheDaysThatThePlanAllows(t *testing.T) {
	t.Parallel()
	now := time.Now()
	oldest := now
	visits, calls, err := visitsOf(t, retrieval.Dub, linkWith("link_1", "2022-01-01", "500"), func(w http.ResponseWriter, r *http.Request) {
		start, failed := time.Parse(time.RFC3339, r.URL.Query().Get("start"))
		if failed != nil || start.Before(now.AddDate(0, 0, -366)) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		oldest = start
		fmt.Fprintf(w, `[{"start":%q,"clicks":2}]`, start.Format(time.RFC3339))
	})
	if err != nil || len(visits) != 3 || len(calls) != 5 || !strings.HasPrefix(calls[0], "/events?") {
		t.Errorf("%v, %v after %q", visits, err, calls)
	}
	if days := now.Sub(oldest).Hours() / 24; days < 355 {
		t.Errorf("only %.1f days were read", days)
	}
}

func TestDub_ReadsTheDaysOfLinksWithManyClicks(t *testing.T) {
	t.Parallel()
	visits, calls, err := visitsOf(t, retrieval.Dub, linkWith("link_1", "2022-01-01", "10001"), func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `[{"start":"2026-01-01 00:00:00","clicks":10000},{"start":"2026-01-02 00:00:00","clicks":1}]`)
	})
	if err != nil || len(visits) != 2 || len(calls) != 1 || !strings.HasPrefix(calls[0], "/analytics?") {
		t.Errorf("%v, %v after %q", visits, err, calls)
	}
}

func TestDub_ReadsEventsOfOlderVersions(t *testing.T) {
	t.Parallel()
	visits, _, err := visitsOf(t, retrieval.Dub, linkWith("link_1", "2022-01-01", "1"), func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `[{"timestamp":"2024-05-01 23:30:00","country":"AT","os":"Mac OS","browser":"Mobile Safari","device":"Tablet","referer":"t.co"}]`)
	})
	want := retrieval.Visits{
		At: time.Date(2024, 5, 1, 23, 30, 0, 0, time.UTC), Clicks: 1, Detailed: true,
		Details: clickhistory.Details{Country: "AT", OS: "macOS", Browser: "Safari", Device: "tablet", Referrer: "t.co"},
	}
	if err != nil || len(visits) != 1 || visits[0] != want {
		t.Errorf("%v, %v", visits, err)
	}
}
