// Package server listens for HTTP, dispatches each request to the app or to the
// redirect by host and path, serves readiness and metrics, and shuts down
// gracefully.
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

// Bounds of a connection. Responses have no deadline as a whole, because event
// streams stay open for hours. Each write has one: see writeTimeout.
const (
	headerTimeout  = 10 * time.Second
	bodyTimeout    = 2 * time.Minute // of a request body; imports are large
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 64 << 10 // a longer URL gets 431
	shutdownGrace  = 15 * time.Second
	streamGrace    = 2 * time.Second // before open event streams are cancelled
)

// Hosts recognises the default domain.
type Hosts interface {
	// Canonical returns the host of a Host header in the form in which domains
	// are stored, and whether it is the default domain.
	Canonical(header string) (host string, own bool)
}

// Redirect serves short links and counts visits for metrics.
type Redirect interface {
	// ServeHost serves a visit. host is a result of Hosts.Canonical.
	ServeHost(w http.ResponseWriter, r *http.Request, host string)
	Outcomes() map[string]uint64
	Lost() uint64
	Unavailable() uint64
	Cached() (links, absent int)
}

// Config configures a Server.
type Config struct {
	Addr        string // host:port
	MetricsAddr string // host:port; empty: no metrics listener

	Hosts    Hosts
	Redirect Redirect
	// App serves the pages and the API on the default domain: "/" and every
	// path whose first segment is in Reserved. All other paths are aliases.
	App      http.Handler
	Reserved []string

	// HTTPS reports that the public URL uses TLS. Responses of the default
	// domain then carry Strict-Transport-Security.
	HTTPS bool
	// MaxConns bounds the concurrent connections; 0: unlimited.
	MaxConns int
	// Uncounted reports whether an address is exempt from the connection limit
	// of one address, such as a proxy; nil: none is.
	Uncounted func(netip.Addr) bool
	Version   string

	Checks  []Check
	Metrics []Metric
	Clock   clock.Clock
	Log     *slog.Logger
}

// Server listens and dispatches requests.
type Server struct {
	cfg      Config
	reserved map[string]bool
	app      http.Handler
	metrics  *metrics
	draining atomic.Bool
	steady   clock.Clock // for durations

	probes    []*probe
	reporting sync.Mutex

	listener        *boundedListener
	metricsListener net.Listener
}

// New returns a server that does not listen yet.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, reserved: make(map[string]bool, len(cfg.Reserved))}
	for _, segment := range cfg.Reserved {
		s.reserved[segment] = true
	}
	s.steady = clock.Steady(cfg.Clock)
	for _, check := range cfg.Checks {
		s.probes = append(s.probes, &probe{check: check, clock: s.steady})
	}
	s.metrics = newMetrics(cfg)
	s.app = s.withRequestLog(s.withSecurityHeaders(cfg.App))
	return s
}

// ServeHTTP dispatches a request. Redirects bypass the app's middleware.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer s.recoverPanic(w, r)
	s.setBodyDeadline(w, r)
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

// setBodyDeadline bounds the time in which a client sends a request body.
// http.Server.ReadTimeout would set two timers for requests without a body, too.
func (s *Server) setBodyDeadline(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	// A test's recorder has no connection and returns ErrNotSupported.
	_ = http.NewResponseController(w).SetReadDeadline(s.cfg.Clock.Now().Add(bodyTimeout))
}

// Listen opens the addresses without serving requests.
func (s *Server) Listen(ctx context.Context) error {
	// TCP keep-alive would cost four system calls per connection. The timeouts of
	// headers, bodies, writes and idle connections end dead ones, and event streams
	// write heartbeats.
	lc := net.ListenConfig{KeepAlive: -1}
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

// Addr returns the address that the server listens on. Listen must have
// succeeded.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// MetricsAddr returns the address of the metrics listener, nil without one.
func (s *Server) MetricsAddr() net.Addr {
	if s.metricsListener == nil {
		return nil
	}
	return s.metricsListener.Addr()
}

// Serve serves requests until ctx ends, then waits up to shutdownGrace for
// pending ones. Listen must have succeeded. It returns nil after a graceful
// shutdown.
func (s *Server) Serve(ctx context.Context) error {
	base, endStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer endStreams()
	main := s.httpServer(s, base)
	served := make(chan error, 2)
	go func() { served <- main.Serve(s.listener) }()
	if s.metricsListener != nil {
		side := s.httpServer(s.operatorHandler(), base)
		go func() { served <- side.Serve(s.metricsListener) }()
		defer side.Close() //nolint:errcheck // a scrape may be cut off
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
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug), // faulty clients are not errors of the server
		BaseContext:       func(net.Listener) context.Context { return base },
	}
}
