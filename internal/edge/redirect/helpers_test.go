package redirect_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/routing"
	"linnet/internal/core/throttle"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
	"linnet/internal/testkit"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

const ownHost = "localhost:8080"

// records is a Loader over maps that counts its calls.
type records struct {
	mu      sync.Mutex
	domains map[string]redirect.Domain
	targets map[string]routing.Target // by domain id and folded alias
	left    map[string]int
	claims  int // calls of Claim
	down    atomic.Bool
	reads   atomic.Int64
	before  func() // called before a link is read
}

var errDown = errors.New("connection refused")

func (l *records) Domain(_ context.Context, host string) (redirect.Domain, error) {
	l.reads.Add(1)
	if l.down.Load() {
		return redirect.Domain{}, errDown
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	dom, ok := l.domains[host]
	if !ok {
		return dom, fault.New(fault.NotFound, "no such domain")
	}
	return dom, nil
}

func (l *records) Target(_ context.Context, domainID string, keys []string) (routing.Target, error) {
	l.reads.Add(1)
	if l.before != nil {
		l.before()
	}
	if l.down.Load() {
		return routing.Target{}, errDown
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range keys {
		if target, ok := l.targets[domainID+"/"+key]; ok {
			return target, nil
		}
	}
	return routing.Target{}, fault.New(fault.NotFound, "no such link")
}

func (l *records) Claim(_ context.Context, linkID string) (bool, error) {
	l.reads.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.claims++
	if l.left[linkID] == 0 {
		return false, nil
	}
	l.left[linkID]--
	return true, nil
}

func (l *records) ClaimsLeft(_ context.Context, linkID string) (bool, error) {
	l.reads.Add(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.left[linkID] > 0, nil
}

// put stores a link under its alias, with an id when it has none.
func (l *records) put(dom redirect.Domain, target routing.Target) routing.Target {
	l.mu.Lock()
	defer l.mu.Unlock()
	if target.LinkID == "" {
		target.LinkID = ident.New(ident.Link)
	}
	if target.URL == "" {
		target.URL = "https://example.com/"
	}
	target.DomainID, target.WorkspaceID = dom.ID, ident.Text(ident.Workspace, 7)
	l.targets[dom.ID+"/"+routing.FoldAlias(target.Alias, dom.CaseSensitive)] = target
	l.left[target.LinkID] = int(target.MaxClicks)
	return target
}

// journal is a Recorder in memory.
type journal struct {
	mu    sync.Mutex
	hits  []click.Hit
	err   error
	hangs chan struct{} // until it is closed; nil: the disk answers
}

func (j *journal) Record(hit *click.Hit, answer func()) error {
	if j.hangs != nil {
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			answer()
		}()
		<-answered
		<-j.hangs
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.hits = append(j.hits, *hit)
	return j.err
}

func (j *journal) all() []click.Hit {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]click.Hit(nil), j.hits...)
}

// agents recognises one crawler.
type agents struct{}

func (agents) Parse(userAgent string) visitor.Agent {
	if strings.Contains(userAgent, "facebookexternalhit") {
		return visitor.Agent{Bot: visitor.BotPreview}
	}
	return visitor.Agent{Device: visitor.Desktop}
}

// plainPasswords compares passwords without hashing and counts the comparisons.
type plainPasswords struct{ compared atomic.Int64 }

func (p *plainPasswords) Matches(_ context.Context, plain, hash string) (bool, error) {
	p.compared.Add(1)
	return plain == hash, nil
}

// site is a handler with its dependencies.
type site struct {
	*redirect.Handler
	records   *records
	journal   *journal
	clock     *clock.Manual
	passwords *plainPasswords
	dir       *redirect.Directory
	own       redirect.Domain // the default domain
	brand     redirect.Domain // a workspace's domain, brand.test
}

func newSite(t testing.TB, change func(*redirect.Config)) *site {
	t.Helper()
	s := &site{
		records: &records{domains: map[string]redirect.Domain{}, targets: map[string]routing.Target{}, left: map[string]int{}},
		journal: &journal{}, clock: clock.NewManual(noon), passwords: &plainPasswords{},
		own:   redirect.Domain{ID: ident.Text(ident.Domain, 1), Host: ownHost},
		brand: redirect.Domain{ID: ident.Text(ident.Domain, 2), WorkspaceID: ident.Text(ident.Workspace, 7), Host: "brand.test"},
	}
	s.records.domains[ownHost], s.records.domains["brand.test"] = s.own, s.brand
	log := slog.New(slog.DiscardHandler)
	s.dir = redirect.NewDirectory(redirect.DirectoryDeps{Loader: s.records, Clock: s.clock, Log: log})
	cfg := redirect.Config{
		Hosts: redirect.NewHosts(ownHost), Directory: s.dir, Loader: s.records, Recorder: s.journal, Passwords: s.passwords,
		Client: func(r *http.Request) netip.Addr { return netip.MustParseAddrPort(r.RemoteAddr).Addr() },
		Clock:  s.clock, Log: log, Agents: agents{},
		Guards: redirect.Guards{
			Blocked: testkit.Unguarded{}.Blocked, OrphanBudget: testkit.Unthrottled{}, LinkAttempts: testkit.Unthrottled{},
			Attempts: throttle.NewWindow(s.clock, 5, time.Minute, 100),
		},
	}
	if change != nil {
		change(&cfg)
	}
	s.Handler = redirect.New(cfg)
	return s
}

// send sends a request; header holds "Name: value" lines.
func (s *site) send(method, url, body string, header ...string) *http.Response {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

// askHost sends a GET with a Host header that need not be a valid host.
func (s *site) askHost(host, path string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = host
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}
