// Package server is the front door: it listens, sends each request to the app
// or to the redirect by its host and path, says whether the node is well, and
// shuts down without dropping anybody.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
)

// Bounds of a connection. No answer has a deadline as a whole, because event
// streams stay open for hours; each write has one (connections.go).
const (
	headerTimeout  = 10 * time.Second
	bodyTimeout    = 2 * time.Minute // of a request that has a body; imports are large
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 64 << 10 // a longer URL gets 431
	shutdownGrace  = 15 * time.Second
	streamGrace    = 2 * time.Second // until open event streams are told to end
)

// Hosts knows the install's own host.
type Hosts interface {
	// Canonical returns the host of a Host header as domains are kept, and
	// whether it is the default domain.
	Canonical(header string) (host string, own bool)
}

// Redirect answers visits to short links, and counts them for metrics.
type Redirect interface {
	// ServeHost answers a visit to a host that Hosts.Canonical has written.
	ServeHost(w http.ResponseWriter, r *http.Request, host string)
	Outcomes() map[string]uint64
	Lost() uint64
	Unavailable() uint64
	Cached() (links, absent int)
}

// Config is what a Server works with.
type Config struct {
	Addr        string // host:port
	MetricsAddr string // host:port; empty: no metrics are served

	Hosts    Hosts
	Redirect Redirect
	// App serves the pages and the API on the default domain: "/" and every
	// path whose first segment is in Reserved. All other paths are aliases.
	App      http.Handler
	Reserved []string

	// HTTPS says that the public URL has TLS: answers of the own host tell
	// browsers to use nothing else.
	HTTPS bool
	// MaxConns bounds the connections at once; 0: any number.
	MaxConns int
	// Uncounted returns whether an address may open any number of connections,
	// as a proxy does; nil: none may.
	Uncounted func(netip.Addr) bool
	Version   string

	Checks  []Check
	Metrics []Metric
	Clock   clock.Clock
	Log     *slog.Logger
}

// Server listens and dispatches.
type Server struct {
	cfg      Config
	reserved map[string]bool
	app      http.Handler
	metrics  *metrics
	draining atomic.Bool
	steady   clock.Clock

	probes    []*probe
	reporting sync.Mutex

	listener        *boundedListener
	metricsListener net.Listener
}

// New returns a server that does not listen yet.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, reserved: make(map[string]bool, len(cfg.Reserved))}
	for _, word := range cfg.Reserved {
		s.reserved[word] = true
	}
	s.steady = clock.Steady(cfg.Clock)
	for _, check := range cfg.Checks {
		s.probes = append(s.probes, &probe{check: check, clk: s.steady})
	}
	s.metrics = newMetrics(cfg)
	s.app = s.logged(s.secured(cfg.App))
	return s
}

// ServeHTTP sends a request where it belongs. Redirects go straight on: no
// layer stands between them and the connection.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer s.survive(w, r)
	s.boundBody(w, r)
	switch r.URL.Path {
	case healthPath:
		s.serveHealth(w)
		return
	case readyPath:
		s.serveReady(w, r)
		return
	}
	host, own := s.cfg.Hosts.Canonical(r.Host)
	if own && (r.URL.Path == "/" || s.reserved[firstSegment(r.URL.Path)]) {
		s.app.ServeHTTP(w, r)
		return
	}
	if own {
		s.setHSTS(w.Header())
	}
	started := s.steady.Now()
	s.cfg.Redirect.ServeHost(w, r, host)
	s.metrics.observeVisit(w.Header(), s.steady.Now().Sub(started))
}

// boundBody gives a request with a body until then to send it. Visits have
// none, and are spared the two system timers of http.Server.ReadTimeout.
func (s *Server) boundBody(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	// Not every writer has a connection behind it; a test's recorder has not.
	_ = http.NewResponseController(w).SetReadDeadline(s.cfg.Clock.Now().Add(bodyTimeout))
}

// Listen opens the addresses, so that they are known before anybody is served.
func (s *Server) Listen(ctx context.Context) error {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", s.cfg.Addr)
	if err != nil {
		return fmt.Errorf("server: listening on %s: %w", s.cfg.Addr, err)
	}
	bounds := limits{total: s.cfg.MaxConns, perAddress: maxPerAddress, exempt: s.cfg.Uncounted}
	s.listener = newBoundedListener(listener, bounds, s.cfg.Clock, s.cfg.Log)
	if s.cfg.MetricsAddr == "" {
		return nil
	}
	if s.metricsListener, err = lc.Listen(ctx, "tcp", s.cfg.MetricsAddr); err != nil {
		return errors.Join(fmt.Errorf("server: listening for metrics on %s: %w", s.cfg.MetricsAddr, err), s.listener.Close())
	}
	return nil
}

// Addr returns where the server listens. Listen must have succeeded.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// MetricsAddr returns where metrics are served, nil for nowhere.
func (s *Server) MetricsAddr() net.Addr {
	if s.metricsListener == nil {
		return nil
	}
	return s.metricsListener.Addr()
}

// Serve answers until ctx ends, then lets what is under way finish. Listen must
// have succeeded. It returns nil after an orderly end.
func (s *Server) Serve(ctx context.Context) error {
	base, endStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer endStreams()
	main := s.httpServer(s, base)
	served := make(chan error, 2)
	go func() { served <- main.Serve(s.listener) }()
	if s.metricsListener != nil {
		side := s.httpServer(s.operatorHandler(), base)
		go func() { served <- side.Serve(s.metricsListener) }()
		defer side.Close() //nolint:errcheck // nobody waits for metrics
	}
	go s.watchChecks(base)
	select {
	case err := <-served:
		return errors.Join(fmt.Errorf("server: %w", err), main.Close())
	case <-ctx.Done():
	}
	s.draining.Store(true)
	timer := time.AfterFunc(streamGrace, endStreams)
	defer timer.Stop()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := main.Shutdown(last); err != nil {
		return errors.Join(fmt.Errorf("server: shutting down: %w", err), main.Close())
	}
	return nil
}

func (s *Server) httpServer(handler http.Handler, base context.Context) *http.Server { //nolint:revive // the context is the server's, not a call's
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug), // broken clients are not news
		BaseContext:       func(net.Listener) context.Context { return base },
	}
}
