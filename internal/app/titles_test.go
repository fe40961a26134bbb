package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace/noop"

	"linnet/internal/base/clock"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/core/pagetitle"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/records"
	"linnet/internal/infra/tracing"
	"linnet/internal/testkit"
)

type noLimit struct{}

func (noLimit) Hash(_ context.Context, plain string) (string, error) { return plain, nil }

// TestTitles_FetchesThePage creates a link whose destination redirects to a page
// in a legacy encoding. The page is on this machine: once the address is allowed,
// and once the client must refuse it.
func TestTitles_FetchesThePage(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=euc-kr")
		fmt.Fprint(w, "<title>\xba\xbd \xbc\xbc\xc0\xcf</title>") // 봄 세일
	}))
	t.Cleanup(web.Close)
	for name, c := range map[string]struct {
		allow []netip.Prefix
		want  string
	}{
		"a page on the web":      {[]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, "봄 세일"},
		"a page on this machine": {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			records := testkit.SQLite(t)
			owner, clock := testkit.Owner(t, records), clock.System{}
			links := link.New(link.Deps{Store: records, Domains: domain.New(domain.Deps{Store: records, Clock: clock}), Hasher: noLimit{}, Clock: clock}, testkit.Unguarded{})
			titles := newTasks(records, &tracing.Traces{TracerProvider: noop.NewTracerProvider()}, clock, slog.New(slog.DiscardHandler), newTitles(records, outbound.Options{Allow: c.allow}, clock).Kind())
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				titles.Run(ctx)
			}()
			defer func() {
				stop()
				<-ended
			}()
			made, err := links.Create(t.Context(), owner, link.Draft{Settings: link.Settings{URL: web.URL + "/old"}})
			if err != nil {
				t.Fatal(err)
			}
			awaitNoTitles(t, records)
			got, err := links.Get(t.Context(), owner, made.ID)
			if err != nil || got.ShownTitle() != c.want {
				t.Errorf("the title is %q, %v; want %q", got.ShownTitle(), err, c.want)
			}
		})
	}
}

func awaitNoTitles(t *testing.T, records *records.Store) {
	t.Helper()
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	deadline := time.After(20 * time.Second)
	for {
		n, err := records.TasksDue(t.Context(), pagetitle.TaskKind, time.Now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
		select {
		case <-deadline:
			t.Fatal("the page was not read in 20 seconds")
		case <-poll.C:
		}
	}
}
