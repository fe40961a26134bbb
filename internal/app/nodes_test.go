package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/app/doctor"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/logqueue"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/conversion"
	"linnet/internal/core/event"
	"linnet/internal/core/idempotency"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/page"
	"linnet/internal/core/transfer"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// sharedClicks is a click store in memory that nodes share.
type sharedClicks struct {
	*analyticstest.Oracle
	analytics.FileExporter               // not used
	finds                  *atomic.Int64 // calls of Find of one node
}

func (s sharedClicks) Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error) {
	s.finds.Add(1)
	return s.Oracle.Find(ctx, workspaceID, clickID)
}

// Since returns clicks on links only.
func (s sharedClicks) Since(ctx context.Context, workspaces []uint64, at time.Time, limit int) (all []click.Click, err error) {
	for _, id := range workspaces {
		q := analytics.Query{WorkspaceID: id, Start: at, End: time.Now().Add(time.Hour), Traffic: analytics.All}
		clicks, err := s.Recent(ctx, q, limit)
		if err != nil {
			return nil, err
		}
		slices.Reverse(clicks)
		all = append(all, clicks...)
	}
	return all, nil
}

func (sharedClicks) Source(context.Context) (string, error)   { return "src_shared", nil }
func (sharedClicks) Compact(context.Context, time.Time) error { return nil }
func (sharedClicks) Run(ctx context.Context)                  { <-ctx.Done() }
func (sharedClicks) Probe(context.Context) error              { return nil }
func (sharedClicks) Damage() error                            { return nil }
func (sharedClicks) Reopen(context.Context) error             { return nil }
func (sharedClicks) Close() error                             { return nil }
func (sharedClicks) Snapshot(context.Context, string, func() error) (analytics.Inspection, error) {
	return analytics.Inspection{}, errors.New("not supported")
}

// sharedInstall is a PostgreSQL database and a click store that the nodes of a test share.
type sharedInstall struct {
	t      *testing.T
	cfg    config.Config
	clicks sharedClicks
	finds  map[string]*atomic.Int64 // calls of Find, by the name of the node
	// prepare is called with each node before it runs; nil: nothing.
	prepare func(*Node)
}

func newSharedInstall(t *testing.T) *sharedInstall {
	return &sharedInstall{
		t: t, clicks: sharedClicks{Oracle: &analyticstest.Oracle{}, finds: new(atomic.Int64)}, finds: map[string]*atomic.Int64{},
		cfg: config.Config{
			Addr: "127.0.0.1:0", PublicURL: "http://" + testkit.Host, JournalSync: "second", DatabaseURL: testkit.MigratedPostgres(t),
			SecretKey: sealed.New().Text(), Plans: "off",
		},
	}
}

// open opens a node in a new data folder.
func (i *sharedInstall) open(name string) (*Node, error) {
	cfg := i.cfg
	cfg.Data, cfg.Node = i.t.TempDir(), name
	clicks := i.clicks
	clicks.finds = new(atomic.Int64)
	i.finds[name] = clicks.finds
	store := clickStore{shared: true, open: func(context.Context, config.Config, *slog.Logger) (analytics.Engine, error) {
		return clicks, nil
	}}
	return newNode(i.t.Context(), cfg, store, Log{slog.New(slog.DiscardHandler), logqueue.New(io.Discard)}, clock.System{})
}

// run runs a node until the test ends.
func (i *sharedInstall) run(name string) *Node {
	i.t.Helper()
	n, err := i.open(name)
	if err != nil {
		i.t.Fatal(err)
	}
	if i.prepare != nil {
		i.prepare(n)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- n.Run(ctx) }()
	select {
	case <-n.Ready():
	case err := <-done:
		i.t.Fatal(err)
	}
	i.t.Cleanup(func() {
		stop()
		if err := errors.Join(<-done, n.Close()); err != nil {
			i.t.Error(err)
		}
	})
	return n
}

// visit returns the status and the destination of an alias on a node.
func visit(ctx context.Context, n *Node, alias string) (string, error) {
	response, err := get(ctx, n, "/"+alias)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", response.Header.Get("Location"))), nil
}

// get returns the response of a node to a person's request, without its body.
func get(ctx context.Context, n *Node, path string) (*http.Response, error) {
	response, _, err := fetch(ctx, n, path)
	return response, err
}

// read returns the body of the response of a node to a person's request.
func read(ctx context.Context, n *Node, path string) (string, error) {
	_, body, err := fetch(ctx, n, path)
	return body, err
}

func fetch(ctx context.Context, n *Node, path string) (*http.Response, string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.Addr().String()+path, http.NoBody)
	if err != nil {
		return nil, "", err
	}
	r.Host = testkit.Host
	// Bots do not use up click limits.
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// await waits until check returns "".
func await(t *testing.T, check func() string) {
	t.Helper()
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for last := check(); last != ""; last = check() {
		select {
		case <-poll.C:
		case <-time.After(time.Until(deadline(t))):
			t.Fatal(last)
		}
	}
}

func deadline(t *testing.T) time.Time {
	at, ok := t.Deadline()
	if !ok {
		return time.Now().Add(time.Hour)
	}
	return at.Add(-5 * time.Second)
}

func (n *Node) create(t *testing.T, owner access.Actor, s link.Settings) *link.Link {
	t.Helper()
	s.Title = "a title"
	made, err := n.parts.services.links.Create(t.Context(), owner, link.Draft{Settings: s})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestNodes_ShareRecordsAndAClickStore(t *testing.T) {
	t.Parallel()
	install := newSharedInstall(t)
	here, there := install.run("here"), install.run("there")
	owner := testkit.Owner(t, here.parts.records)
	nodes := []*Node{here, there}

	t.Run("a click is streamed by the other node", func(t *testing.T) {
		made := here.create(t, owner, link.Settings{URL: "https://example.com/live"})
		workspace, _ := ident.Number(owner.WorkspaceID)
		feed := there.parts.clicks.pipeline.Subscribe(workspace, 1)
		defer feed.Close()
		if got, err := visit(t.Context(), here, made.Alias()); got != "302 https://example.com/live" {
			t.Fatal(got, err)
		}
		select {
		case c := <-feed.C:
			if got := ident.Text(ident.Link, c.LinkID); got != made.ID {
				t.Errorf("a click on %s, want %s", got, made.ID)
			}
		case <-time.After(time.Until(deadline(t))):
			t.Error("no click was streamed")
		}
	})
	t.Run("a change is seen by the other node", func(t *testing.T) {
		made := here.create(t, owner, link.Settings{URL: "https://example.com/before"})
		for _, n := range nodes {
			if got, err := visit(t.Context(), n, made.Alias()); got != "302 https://example.com/before" {
				t.Fatal(got, err)
			}
		}
		edit := func(d *link.Draft) { d.URL = "https://example.com/after" }
		if _, err := here.parts.services.links.Update(t.Context(), owner, made.ID, nil, edit); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		await(t, func() string {
			got, err := visit(t.Context(), there, made.Alias())
			if got == "302 https://example.com/after" {
				return ""
			}
			return fmt.Sprint(got, err)
		})
		t.Logf("after %s", time.Since(began).Round(time.Millisecond))
	})

	t.Run("an edit of a bio page is public on the other node", func(t *testing.T) {
		testPageEdits(t, owner, here, there)
	})

	t.Run("a click limit is exact, and every click counts once", func(t *testing.T) {
		const limit, visitors = 100, 1000
		made := here.create(t, owner, link.Settings{URL: "https://example.com/limited", MaxClicks: limit})
		var redirected, refused atomic.Int64
		var visiting sync.WaitGroup
		begin := make(chan struct{})
		for v := range visitors {
			visiting.Go(func() {
				<-begin
				got, err := visit(t.Context(), nodes[v%2], made.Alias())
				switch {
				case err != nil:
					t.Error(err)
				case got == "302 https://example.com/limited":
					redirected.Add(1)
				default:
					refused.Add(1)
				}
			})
		}
		close(begin)
		visiting.Wait()
		if redirected.Load() != limit || refused.Load() != visitors-limit {
			t.Errorf("%d visits were redirected and %d refused", redirected.Load(), refused.Load())
		}
		number, _ := ident.Number(made.ID)
		workspace, _ := ident.Number(owner.WorkspaceID)
		await(t, func() string {
			counts, err := install.clicks.LinkCounts(t.Context(), workspace, []uint64{number})
			counted, err2 := here.parts.services.links.Get(t.Context(), owner, made.ID)
			if stored := counts[number].Clicks; stored > 0 && stored == counted.ClickCount && stored >= limit {
				return ""
			}
			return fmt.Sprint(counts, counted.ClickCount, err, err2)
		})
		ids := map[uint64]bool{}
		all, err := install.clicks.Recent(t.Context(), analytics.Query{
			WorkspaceID: workspace, Start: time.Unix(0, 0), End: time.Now().Add(time.Hour), Traffic: analytics.All,
		}, 10_000)
		if err != nil || len(all) < limit {
			t.Fatal(len(all), err)
		}
		numbers := map[uint64]bool{}
		for _, c := range all {
			if ids[c.ID] {
				t.Errorf("duplicate click id %d", c.ID)
			}
			ids[c.ID], numbers[c.ID>>10%64] = true, true
		}
		if !numbers[1] || !numbers[2] || len(numbers) != 2 {
			t.Errorf("clicks are of the nodes %v", numbers)
		}
	})

	t.Run("one node settles the conversions of both", func(t *testing.T) {
		testSettlement(t, install, owner, here, there)
	})

	t.Run("a node that starts repairs counters of one that was killed", func(t *testing.T) {
		lost := here.create(t, owner, link.Settings{URL: "https://example.com/lost"})
		workspace, _ := ident.Number(owner.WorkspaceID)
		number, _ := ident.Number(lost.ID)
		batch := click.Batch{Source: "jrn_killed", Through: 9}
		for range 5 {
			batch.Clicks = append(batch.Clicks, click.Click{
				WorkspaceID: workspace, LinkID: number, At: time.Now().Truncate(time.Millisecond), Outcome: visitor.Redirected,
			})
		}
		if err := install.clicks.Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		if err := here.parts.records.SetLinkClicks(t.Context(), []clickcount.Clicks{{LinkID: lost.ID, Clicks: 1}}); err != nil {
			t.Fatal(err)
		}
		install.run("restarted")
		await(t, func() string {
			counted, err := here.parts.services.links.Get(t.Context(), owner, lost.ID)
			if err == nil && counted.ClickCount == 5 {
				return ""
			}
			return fmt.Sprint(counted, err)
		})
	})

	t.Run("a repeated request gets the first response from the other node", func(t *testing.T) {
		request := idempotency.Request{UserID: owner.UserID, Key: "key-1", Fingerprint: idempotency.Hash{1}}
		claim, response, err := here.parts.services.responses.Begin(t.Context(), request)
		if err != nil || response != nil {
			t.Fatal(response, err)
		}
		repeated := make(chan string, 1)
		go func() { // while the first one is in progress
			_, response, err := there.parts.services.responses.Begin(t.Context(), request)
			if err != nil || response == nil {
				repeated <- fmt.Sprint(response, err)
				return
			}
			repeated <- string(response.Body)
		}()
		here.parts.services.responses.Complete(t.Context(), claim, idempotency.Response{Status: http.StatusCreated, Body: []byte("made once")})
		if got := <-repeated; got != "made once" {
			t.Errorf("the other node answered %q", got)
		}
	})

	t.Run("an import runs once while both nodes look for jobs", func(t *testing.T) {
		testImport(t, owner, here, there)
	})

	t.Run("a session holds and ends on both nodes", func(t *testing.T) {
		secret, now := ident.NewSecret(""), time.Now()
		_, err := here.parts.records.InsertSession(t.Context(), account.NewSession{Secret: secret.Hash, Session: account.Session{
			ID: ident.New(ident.Session), UserID: owner.UserID, CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(time.Hour), AuthenticatedAt: now,
		}}, event.New(event.Actor{Kind: event.User, ID: owner.UserID}, event.UserLoggedIn, "", owner.UserID, event.None{}, now))
		if err != nil {
			t.Fatal(err)
		}
		token := secret.Text
		for _, n := range nodes {
			if _, err := n.parts.services.accounts.Authenticate(t.Context(), token); err != nil {
				t.Fatal(err)
			}
		}
		session, err := there.parts.services.accounts.Authenticate(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		actor := owner
		actor.SessionID = session.ID
		if err := here.parts.services.accounts.Logout(t.Context(), actor); err != nil {
			t.Fatal(err)
		}
		if _, err := there.parts.services.accounts.Authenticate(t.Context(), token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the other node accepts the session: %v", err)
		}
	})

	t.Run("a node whose host is no longer the default domain is not ready", func(t *testing.T) {
		if err := checkDefaultDomain(here.parts.records, testkit.Host)(t.Context()); err != nil {
			t.Error(err)
		}
		if err := checkDefaultDomain(here.parts.records, "other.example.com")(t.Context()); err == nil {
			t.Error("a node with another host is ready")
		}
	})

	t.Run("embedded click stores are refused beside them", func(t *testing.T) {
		cfg := install.cfg
		cfg.Data = t.TempDir()
		_, err := New(t.Context(), cfg, Log{slog.New(slog.DiscardHandler), logqueue.New(io.Discard)})
		if !errors.Is(err, records.ErrNodeRefused) || !strings.Contains(doctor.Hint(err, cfg.Data), "LINNET_CLICKHOUSE_URL") {
			t.Errorf("a node with an embedded click store: %v", err)
		}
	})
}

// testPageEdits publishes changes of a page on one node while visitors read it on the
// other one.
func testPageEdits(t *testing.T, owner access.Actor, here, there *Node) {
	pages := here.parts.services.pages
	title := "Edit 0"
	made, err := pages.Create(t.Context(), owner, page.Draft{Handle: "shared", Content: page.Content{Title: title}})
	if err != nil {
		t.Fatal(err)
	}
	shown := func(want string) time.Duration {
		began := time.Now()
		await(t, func() string {
			body, err := read(t.Context(), there, "/@shared")
			if err == nil && strings.Contains(body, want) {
				return ""
			}
			return fmt.Sprint("the page lacks ", want, ": ", err)
		})
		return time.Since(began)
	}
	var slowest time.Duration
	for i := range 5 {
		title = fmt.Sprint("Edit ", i)
		if _, err := pages.Update(t.Context(), owner, made.ID, nil, func(d *page.Draft) { d.Title = title }); err != nil {
			t.Fatal(err)
		}
		if _, err := pages.Publish(t.Context(), owner, made.ID, nil); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, shown(`<h1 dir="auto">`+title+"</h1>"))
	}
	if _, err := pages.Unpublish(t.Context(), owner, made.ID); err != nil {
		t.Fatal(err)
	}
	await(t, func() string {
		response, err := get(t.Context(), there, "/@shared")
		if err == nil && response.StatusCode == http.StatusNotFound {
			return ""
		}
		return fmt.Sprint("the page is still public: ", err)
	})
	t.Logf("at most %s until a change was public", slowest.Round(time.Millisecond))
}

// testSettlement reports a conversion on each node before the click store has its
// click.
func testSettlement(t *testing.T, install *sharedInstall, owner access.Actor, nodes ...*Node) {
	workspace, _ := ident.Number(owner.WorkspaceID)
	var ids click.IDs
	var batch click.Batch
	made := make([]conversion.Conversion, len(nodes))
	for i, n := range nodes {
		c := click.Click{WorkspaceID: workspace, LinkID: 7, Outcome: visitor.Redirected}
		c.ID, c.At = ids.New(time.Now())
		batch.Clicks = append(batch.Clicks, c)
		var err error
		made[i], _, err = n.parts.services.conversions.Track(t.Context(), owner, conversion.Report{
			ClickID: ident.Text(ident.Click, c.ID), EventName: fmt.Sprint("Sign up ", i), CustomerID: fmt.Sprint("customer ", i), Kind: conversion.Lead,
		})
		if err != nil || made[i].State != conversion.Pending {
			t.Fatal(made[i].State, err)
		}
	}
	before := [2]int64{install.finds["here"].Load(), install.finds["there"].Load()}
	await(t, func() string {
		here, there := install.finds["here"].Load()-before[0], install.finds["there"].Load()-before[1]
		if here > 0 && there > 0 {
			t.Fatalf("both nodes look for the clicks: %d and %d times", here, there)
		}
		if here+there >= 6 {
			return ""
		}
		return fmt.Sprintf("%d and %d calls of Find", here, there)
	})
	batch.Source, batch.Through = "jrn_late", 1
	if err := install.clicks.Append(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	await(t, func() string {
		page, err := nodes[0].parts.services.conversions.List(t.Context(), owner, conversion.Filter{})
		if err != nil {
			return err.Error()
		}
		for _, c := range page.Conversions {
			if c.State != conversion.Counted {
				return fmt.Sprint(c.EventName, " is ", c.State)
			}
		}
		return ""
	})
}

// testImport imports a file on each node.
func testImport(t *testing.T, owner access.Actor, nodes ...*Node) {
	const rows = 150
	before, err := nodes[0].parts.records.CountLinks(t.Context(), owner.WorkspaceID)
	if err != nil {
		t.Fatal(err)
	}
	imports := make([]string, len(nodes))
	for i, n := range nodes {
		file := &strings.Builder{}
		file.WriteString("long url,title\n")
		for row := range rows {
			fmt.Fprintf(file, "https://example.com/import/%d/%d,a title\n", i, row)
		}
		uploaded, err := n.parts.services.transfers.service.Upload(t.Context(), owner, "links.csv", strings.NewReader(file.String()))
		if err != nil {
			t.Fatal(err)
		}
		imports[i] = uploaded.ID
		if _, err := n.parts.services.transfers.service.Start(t.Context(), owner, uploaded.ID, transfer.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range imports {
		await(t, func() string {
			j, err := nodes[1].parts.services.transfers.jobs.Get(t.Context(), owner, id)
			if err == nil && j.State == job.Done {
				return ""
			}
			return fmt.Sprint(j.State, " ", j.Message, err)
		})
	}
	after, err := nodes[1].parts.records.CountLinks(t.Context(), owner.WorkspaceID)
	if want := before + rows*len(nodes); err != nil || after != want {
		t.Errorf("%d links after the imports, want %d; %v", after, want, err)
	}
}
