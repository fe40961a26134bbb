package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
	"linnet/internal/edge/redirect"
	"linnet/internal/edge/server"
	"linnet/internal/testkit"
)

// links is a Loader with the links launch and login on every domain.
type links struct{}

func (links) Domain(_ context.Context, host string) (redirect.Domain, error) {
	if host != "localhost:8080" && host != "brand.test" {
		return redirect.Domain{}, fault.New(fault.NotFound, "no such domain")
	}
	return redirect.Domain{ID: "dom_" + host, Host: host}, nil
}

func (links) Target(_ context.Context, _ string, keys []string) (routing.Target, error) {
	if keys[0] == "panic" {
		panic("on purpose")
	}
	if keys[0] != "launch" && keys[0] != "login" {
		return routing.Target{}, fault.New(fault.NotFound, "no such link")
	}
	return routing.Target{LinkID: "lnk_0000000000001", Alias: keys[0], URL: "https://example.com/"}, nil
}
func (links) Claim(context.Context, string) (bool, error)      { return true, nil }
func (links) ClaimsLeft(context.Context, string) (bool, error) { return true, nil }

type noJournal struct{}

func (noJournal) Record(*click.Hit, func()) error { return nil }

// lines collects log output. It is safe for concurrent use.
type lines struct {
	mu  sync.Mutex
	all strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

func newServer(t *testing.T, change func(*server.Config)) (*server.Server, *lines) {
	t.Helper()
	written := &lines{}
	log := slog.New(slog.NewTextHandler(written, &slog.HandlerOptions{Level: slog.LevelDebug}))
	system := clock.System{}
	hosts := redirect.NewHosts("localhost:8080")
	app := http.NewServeMux()
	app.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the app") })
	app.HandleFunc("GET /login", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "log in") })
	app.HandleFunc("GET /api/panic", func(http.ResponseWriter, *http.Request) { panic("on purpose") })
	cfg := server.Config{
		Addr: "127.0.0.1:0", MetricsAddr: "127.0.0.1:0", Hosts: hosts, App: app,
		Reserved: server.Reserved([]string{"GET /{$}", "GET /login", "GET /api/panic"}),
		Redirect: redirect.New(redirect.Config{
			Hosts: hosts, Directory: redirect.NewDirectory(redirect.DirectoryDeps{Loader: links{}, Clock: system, Log: log}), Loader: links{}, Recorder: noJournal{},
			Client: func(*http.Request) netip.Addr { return netip.Addr{} }, Clock: system, Log: log,
			Guards: redirect.Guards{
				Blocked: testkit.Unguarded{}.Blocked, OrphanBudget: testkit.Unthrottled{}, LinkAttempts: testkit.Unthrottled{}, Attempts: testkit.Unthrottled{},
			},
		}),
		DropIns: compat.New(compat.Deps{}),
		Clock:   system, Log: log,
	}
	if change != nil {
		change(&cfg)
	}
	return server.New(cfg), written
}

func request(s http.Handler, url string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, url, nil)
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestReserved_FirstSegmentsOfPatterns(t *testing.T) {
	t.Parallel()
	got := server.Reserved([]string{"GET /{$}", "/", "GET /login", "POST /login", "/api/v1/", "GET example.com/help/x", "GET /{alias}", "GET /assets/{file...}", "GET /robots.txt"})
	want := []string{"api", "assets", "healthz", "help", "login", "readyz", "robots.txt"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestServer_DispatchesByHostAndPath(t *testing.T) {
	t.Parallel()
	s, _ := newServer(t, nil)
	cases := map[string]struct {
		status int
		body   string // part of the body, or the location of a redirect
	}{
		"http://localhost:8080/":        {200, "the app"},
		"http://127.0.0.1:9/":           {200, "the app"},
		"http://localhost:8080/login":   {200, "log in"},
		"http://localhost:8080/login/x": {404, "404 page not found"},
		"http://localhost:8080/launch":  {302, "https://example.com/"},
		"http://localhost:8080/Launch":  {302, "https://example.com/"},
		"http://localhost:8080/login+":  {200, "Destination of this link"},
		"http://localhost:8080/nothing": {404, "Link not found"},
		"http://brand.test/":            {404, "No page here"},
		"http://brand.test/login":       {302, "https://example.com/"},
		"http://brand.test/api/panic":   {404, "Link not found"},
		"http://unknown.test/launch":    {404, "Domain not found"},
		"http://unknown.test/login":     {404, "Domain not found"},
		"http://unknown.test/healthz":   {200, "ok"},
		"http://192.0.2.1/readyz":       {200, `"status":"ready"`},
	}
	for url, c := range cases {
		got := request(s, url)
		body := got.Body.String() + got.Header().Get("Location")
		if got.Code != c.status || !strings.Contains(body, c.body) {
			t.Errorf("%s: %d %s, want %d %s", url, got.Code, body, c.status, c.body)
		}
	}
}

func TestServer_ReadinessNamesFailingChecks(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		checks []server.Check
		code   int
		want   string
	}{
		"all checks pass": {[]server.Check{{Name: "records", Run: func(context.Context) error { return nil }}}, 200, `{"status":"ready","checks":{"listener":"ok","records":"ok"}}`},
		"a full disk": {[]server.Check{{Name: "journal", Run: func(context.Context) error { return fmt.Errorf("journal: write: %w", syscall.ENOSPC) }}},
			503, `{"status":"not ready","checks":{"journal":"failing","listener":"ok"}}`},
		"an optional check": {[]server.Check{{Name: "clicks", Optional: true, Run: func(context.Context) error { return fault.New(fault.Unavailable, "The click store is down.") }}},
			200, `{"status":"degraded","checks":{"clicks":"failing","listener":"ok"}}`},
		"an error with a secret": {[]server.Check{{Name: "records", Run: func(context.Context) error { return errors.New("postgres://me:secret@db") }}},
			503, `{"status":"not ready","checks":{"listener":"ok","records":"failing"}}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := newServer(t, func(cfg *server.Config) { cfg.Checks = c.checks })
			got := request(s, "http://localhost/readyz")
			if got.Code != c.code || strings.TrimSpace(got.Body.String()) != c.want {
				t.Errorf("%d %s", got.Code, got.Body)
			}
		})
	}
}

func TestServer_RecoversPanics(t *testing.T) {
	t.Parallel()
	s, log := newServer(t, nil)
	for _, path := range []string{"/api/panic", "/panic"} {
		if got := request(s, "http://localhost:8080"+path); got.Code != 500 || strings.Contains(got.Body.String(), "on purpose") {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
	if n := strings.Count(log.String(), "request handler panicked"); n != 2 {
		t.Errorf("logged %d times:\n%s", n, log)
	}
}

func TestServer_LogsWhoCallsTheAPI(t *testing.T) {
	t.Parallel()
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	s, log := newServer(t, func(c *server.Config) {
		c.App = apikit.Identify(nil)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			call := apikit.CallOf(r.Context())
			call.Route.Operation, call.Actor = "GET /links/{id}", access.Actor{UserID: "usr_1", KeyID: "key_1"}
		}))
	})
	request(s, "http://localhost:8080/api/v1/links/lnk_1", "Traceparent: 00-"+trace+"-00f067aa0ba902b7-01")
	line := log.String()
	for _, want := range []string{`operation="GET /links/{id}"`, "user=usr_1", "key=key_1", "trace=" + trace, "took_ms="} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	for _, header := range []string{"00-" + strings.Repeat("0", 32) + "-00f067aa0ba902b7-01", "00-" + trace, "hunter2"} {
		request(s, "http://localhost:8080/api/v1/links/lnk_1", "Traceparent: "+header)
	}
	if n := strings.Count(log.String(), "trace="); n != 1 {
		t.Errorf("%d lines have a trace", n)
	}
}

func TestServer_TracesCallsOfTheAPI(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewSpanRecorder()
	s, log := newServer(t, func(c *server.Config) {
		c.Traces = sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))
		c.App = apikit.Identify(nil)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			call := apikit.CallOf(r.Context())
			call.Route.Operation, call.Actor = "GET /links/{id}", access.Actor{UserID: "usr_1", KeyID: "key_1", WorkspaceID: "wsp_1"}
			w.WriteHeader(http.StatusInternalServerError)
		}))
	})
	request(s, "http://localhost:8080/api/v1/links/lnk_1?secret=x", "Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	ended := spans.Ended()
	if len(ended) != 1 {
		t.Fatalf("%d spans", len(ended))
	}
	span := ended[0]
	if span.Name() != "GET /links/{id}" || span.SpanKind() != trace.SpanKindServer || span.Parent().SpanID().String() != "00f067aa0ba902b7" ||
		span.Status().Code != codes.Error {
		t.Errorf("%s, kind %s, parent %s, status %v", span.Name(), span.SpanKind(), span.Parent().SpanID(), span.Status())
	}
	has := map[attribute.Key]string{}
	for _, a := range span.Attributes() {
		has[a.Key] = a.Value.String()
		if strings.Contains(a.Value.String(), "secret") {
			t.Errorf("%s is %s", a.Key, a.Value.String())
		}
	}
	if has["http.response.status_code"] != "500" || has["user.id"] != "usr_1" || has["linnet.key"] != "key_1" || has["linnet.workspace"] != "wsp_1" {
		t.Errorf("attributes %v", has)
	}
	if !strings.Contains(log.String(), "request="+has["linnet.request"]) {
		t.Errorf("the log has another id than the span, %s", has["linnet.request"])
	}
}

func TestServer_LogsNoSecrets(t *testing.T) {
	t.Parallel()
	s, log := newServer(t, nil)
	got := request(s, "http://localhost:8080/login?token=hunter2", "X-Forwarded-For: 203.0.113.7", "Authorization: Bearer hunter3", "X-Request-Id: "+strings.Repeat("a", 20))
	if got.Header().Get("X-Request-Id") != strings.Repeat("a", 20) || got.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", got.Header())
	}
	line := log.String()
	for _, want := range []string{"method=GET", "path=/login", "status=200", "class=page", "bytes=6", "request=aaaa"} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	for _, secret := range []string{"hunter", "203.0.113", "192.0.2"} {
		if strings.Contains(line, secret) {
			t.Errorf("%s in %s", secret, line)
		}
	}
	// Secrets are redacted in every path, ids are not.
	secret, id := strings.Repeat("Ab-_9", 8)+"xyz", "inv_3kq7c8v0d5m2a"
	paths := []string{
		"/login/share/" + secret, "/login/shares/" + secret + "/report", "/login/invite/" + secret, "/login/invitations/" + secret + "/accept",
		"/login/verify-email/" + secret, "/login/unsubscribe/" + secret, "/login/workspaces/wsp_1/invitations/" + id, "/login/qr/codes/" + id,
	}
	ofAPI := 0
	for path := range apiPaths(t) {
		if strings.Contains(path, "{token}") {
			paths, ofAPI = append(paths, "/login"+strings.ReplaceAll(path, "{token}", secret)), ofAPI+1
		}
	}
	if ofAPI < 5 {
		t.Errorf("the API has %d paths with tokens", ofAPI)
	}
	for _, path := range paths {
		request(s, "http://localhost:8080"+path)
	}
	line = log.String()
	for _, want := range []string{"path=/login/shares/…/report", "path=/login/invitations/…/accept", "/invitations/" + id, "/qr/codes/" + id, "path=/login/public/qr/…"} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	if strings.Contains(line, secret) {
		t.Errorf("a secret is in %s", line)
	}
}

// apiPaths returns the paths of the API's document.
func apiPaths(t *testing.T) map[string]any {
	t.Helper()
	raw, err := os.ReadFile("../../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]any }
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	return document.Paths
}

func TestRequestID_AcceptsOnlyPrintableASCII(t *testing.T) {
	t.Parallel()
	s, _ := newServer(t, nil)
	for id, accepted := range map[string]bool{
		"7": true, "test-1": true, "Root=1-67891233-abcdef012345678912345678": true, strings.Repeat("~", 128): true,
		"": false, strings.Repeat("~", 129): false, "bad id": false, "bad\x00id": false, `bad"id`: false, `bad\id`: false, "bäd": false,
	} {
		got := request(s, "http://localhost:8080/login", "X-Request-Id: "+id).Header().Get("X-Request-Id")
		if (got == id) != accepted || (!accepted && !strings.HasPrefix(got, "req_")) {
			t.Errorf("%q became %q", id, got)
		}
	}
}

// run serves on sockets until the test ends.
func run(t *testing.T, s *server.Server) (base string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Listen(ctx); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	var once sync.Once
	var err error
	stop = func() error {
		once.Do(func() { cancel(); err = <-done })
		return err
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return "http://" + s.Addr().String(), stop
}

func TestServer_ServesMetrics(t *testing.T) {
	t.Parallel()
	s, _ := newServer(t, func(cfg *server.Config) {
		cfg.Metrics = []server.Metric{{Name: "linnet_journal_bytes", Help: "Bytes.", Read: func() float64 { return 42 }}}
	})
	run(t, s)
	request(s, "http://localhost:8080/login")
	request(s, "http://localhost:8080/launch?utm_source=visitor-text")
	request(s, "http://localhost:8080/unknown-alias")
	resp, err := http.Get("http://" + s.MetricsAddr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	for _, want := range []string{`linnet_requests_total{class="page",status="200"} 1`, `linnet_visits_total{outcome="redirect"} 1`,
		`linnet_visits_total{outcome="orphan"} 1`, "linnet_journal_bytes 42", "linnet_cached_links 1", "linnet_cached_link_bytes ", "linnet_cached_link_max_bytes ", "go_goroutines"} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(string(body), "visitor-text") || strings.Contains(string(body), "unknown-alias") {
		t.Error("text from a request is in the metrics")
	}
}

func TestServer_RejectsBadRequests(t *testing.T) {
	t.Parallel()
	s, log := newServer(t, nil)
	base, _ := run(t, s)
	cases := map[string]struct{ request, want string }{
		"a URL of a megabyte":   {"GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 431"},
		"a long URL":            {"GET /" + strings.Repeat("a", 30_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404"},
		"malformed escapes":     {"GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 400"},
		"a malformed query":     {"GET /launch?%zz=%&&=;=# HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 302"},
		"a control byte":        {"GET /\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 400"},
		"escaped control bytes": {"GET /%00%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404"},
		"raw bytes":             {"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404"},
		"no host":               {"GET /launch HTTP/1.1\r\n\r\n", "HTTP/1.1 400"},
		"an empty host":         {"GET /launch HTTP/1.1\r\nHost: \r\n\r\n", "HTTP/1.1 404"},
		"a malformed host":      {"GET /launch HTTP/1.1\r\nHost: [::1\r\n\r\n", "HTTP/1.1 "},
		"the absolute form":     {"GET http://localhost/launch HTTP/1.1\r\nHost: evil.test\r\n\r\n", "HTTP/1.1 302"},
		"another method":        {"BREW /launch HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 405"},
		"TRACE":                 {"TRACE /launch HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 405"},
		"two lengths":           {"POST /launch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "HTTP/1.1 400"},
		"an unknown coding":     {"POST /launch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x, chunked\r\n\r\n", "HTTP/1.1 501"},
		"not HTTP":              {"\x16\x03\x01\x02\x00\x01\r\n\r\n", "HTTP/1.1 400"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			go func() { _, _ = io.WriteString(conn, c.request) }()
			if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil || !strings.HasPrefix(line, c.want) {
				t.Errorf("%q, %v, want %q", line, err, c.want)
			}
		})
	}
	if strings.Contains(log.String(), "panic") {
		t.Error(log)
	}
}

func TestServer_ShutdownWaitsForRequests(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}, 2), make(chan struct{})
	s, _ := newServer(t, func(cfg *server.Config) {
		cfg.App = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/login" { // an event stream, which ends with its context
				entered <- struct{}{}
				<-r.Context().Done()
				return
			}
			entered <- struct{}{}
			<-release
			fmt.Fprint(w, "finished")
		})
	})
	base, stop := run(t, s)
	get := func(path string, answered chan<- string) {
		resp, err := http.Get(base + path)
		if err != nil {
			answered <- err.Error()
			return
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		answered <- string(body)
	}
	answered, streamed := make(chan string, 1), make(chan string, 1)
	go get("/", answered)
	go get("/login", streamed)
	<-entered
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for ready := ""; ready != "shutting down"; {
		var state struct{ Status string }
		if err := json.Unmarshal(request(s, "http://localhost/readyz").Body.Bytes(), &state); err != nil {
			t.Fatal(err)
		}
		ready = state.Status
	}
	close(release)
	if body := <-answered; body != "finished" {
		t.Errorf("the pending request got %q", body)
	}
	if body := <-streamed; body != "" {
		t.Errorf("the stream got %q", body)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestServer_ListenErrorNamesTheAddress(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	s, _ := newServer(t, func(cfg *server.Config) { cfg.MetricsAddr = taken.Addr().String() })
	if err := s.Listen(t.Context()); err == nil || !strings.Contains(err.Error(), taken.Addr().String()) {
		t.Errorf("got %v", err)
	}
}
