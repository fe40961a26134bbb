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
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"linnet/internal/base/clock"
	"linnet/internal/edge/redirect"
)

// Bounds of a connection. Responses have no deadline as a whole, because event
// streams stay open for hours. Each write has one: see writeTimeout.
const (
	headerTimeout  = 10 * time.Second
	bodyTimeout    = 2 * time.Minute // of a request body; imports are large
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 64 << 10 // a longer URL gets 431
	maxStreams     = 100      // concurrent requests of an HTTP/2 connection
	shutdownGrace  = 15 * time.Second
	streamGrace    = 2 * time.Second // before open event streams are cancelled
)

// Config configures a Server.
type Config struct {
	Addr        string // host:port
	MetricsAddr string // host:port; empty: no metrics listener

	Hosts    redirect.Hosts // recognise the default domain
	Redirect *redirect.Handler
	// App serves the pages and the API on the default domain: "/" and every
	// path whose first segment is in Reserved. All other paths are aliases.
	App      http.Handler
	Reserved []string
	// DropIns serves the calls of the APIs of other shorteners on all hosts.
	DropIns DropIns

	// TLS adds a TLS listener; nil: none.
	TLS *TLS
	// Inherited are open listeners, such as systemd's sockets, for Addr and the
	// address of TLS; nil: the address is opened.
	Inherited struct{ Plain, Secure net.Listener }
	// Secure reports whether the client of a request used TLS. It is required with
	// TLS.
	Secure func(*http.Request) bool
	// ProxyProtocol reports whether PROXY protocol headers of an address are
	// trusted; nil: none are read.
	ProxyProtocol func(netip.Addr) bool

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
	// Traces makes a span of each request but redirects; nil: none.
	Traces trace.TracerProvider
	Clock  clock.Clock
	Log    *slog.Logger
}

// DropIns are the APIs of other shorteners.
type DropIns interface {
	// Of returns the handler of a request; nil: it is no call. It is asked for each request, redirects too.
	Of(r *http.Request) http.Handler
}

// Server listens and dispatches requests.
type Server struct {
	cfg      Config
	reserved map[string]bool
	app      http.Handler
	metrics  *metrics
	tracer   trace.Tracer
	draining atomic.Bool
	steady   clock.Clock // for durations

	probes    []*probe
	reporting sync.Mutex

	conns           *connections
	listener        net.Listener
	tlsListener     net.Listener // nil: none
	metricsListener net.Listener
}

// New returns a server that does not listen yet.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, reserved: make(map[string]bool, len(cfg.Reserved))}
	for _, segment := range cfg.Reserved {
		s.reserved[segment] = true
	}
	s.steady = clock.Steady(cfg.Clock)
	s.conns = newConnections(limits{total: cfg.MaxConns, perAddress: maxPerAddress, exempt: cfg.Uncounted}, cfg.Clock, cfg.Log)
	for _, check := range append(slices.Clone(cfg.Checks), Check{Name: "listener", Optional: true, Run: s.conns.check}) {
		s.probes = append(s.probes, &probe{check: check, clock: s.steady})
	}
	s.metrics = newMetrics(cfg)
	if cfg.Traces == nil {
		cfg.Traces = noop.NewTracerProvider()
	}
	s.tracer = cfg.Traces.Tracer("linnet/internal/edge/server")
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
	if own {
		s.setHSTS(w.Header())
	}
	if call := s.cfg.DropIns.Of(r); call != nil {
		s.serveLogged(w, r, classAPI, call)
		return
	}
	if own && (r.URL.Path == "/" || s.reserved[firstSegment(r.URL.Path)]) {
		s.cfg.Redirect.ServeOwn(w, r, host, s.app)
		return
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
	var err error
	if s.listener, err = s.open(ctx, s.cfg.Inherited.Plain, s.cfg.Addr); err != nil {
		return err
	}
	if s.cfg.TLS != nil {
		if s.tlsListener, err = s.open(ctx, s.cfg.Inherited.Secure, s.cfg.TLS.Addr); err != nil {
			return errors.Join(err, s.listener.Close())
		}
		s.cfg.TLS.Listening(s.listener.Addr(), s.tlsListener.Addr())
	}
	if s.cfg.MetricsAddr == "" {
		return nil
	}
	var lc net.ListenConfig
	if s.metricsListener, err = lc.Listen(ctx, "tcp", s.cfg.MetricsAddr); err != nil {
		return errors.Join(fmt.Errorf("server: listening for metrics on %s: %w", s.cfg.MetricsAddr, err), s.closeListeners())
	}
	return nil
}

// open returns a listener within the limits: the inherited one, or that of an address.
func (s *Server) open(ctx context.Context, inherited net.Listener, addr string) (net.Listener, error) {
	listener := inherited
	if listener == nil {
		// TCP keep-alive would cost four system calls per connection. The timeouts of
		// headers, bodies, writes and idle connections end dead ones, and event streams
		// write heartbeats.
		lc := net.ListenConfig{KeepAlive: -1}
		var err error
		if listener, err = lc.Listen(ctx, "tcp", addr); err != nil {
			return nil, fmt.Errorf("server: listening on %s: %w", addr, err)
		}
	}
	bounded := s.conns.listener(listener)
	if s.cfg.ProxyProtocol == nil {
		return bounded, nil
	}
	return newProxyListener(bounded, s.cfg.ProxyProtocol, s.cfg.Log.Debug), nil
}

func (s *Server) closeListeners() error {
	if s.tlsListener == nil {
		return s.listener.Close()
	}
	return errors.Join(s.listener.Close(), s.tlsListener.Close())
}

// Addr returns the address that the server listens on. Listen must have
// succeeded.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// TLSAddr returns the address of the TLS listener, nil without one.
func (s *Server) TLSAddr() net.Addr {
	if s.tlsListener == nil {
		return nil
	}
	return s.tlsListener.Addr()
}

// MetricsAddr returns the address of the metrics listener, nil without one.
func (s *Server) MetricsAddr() net.Addr {
	if s.metricsListener == nil {
		return nil
	}
	return s.metricsListener.Addr()
}

// Serve serves requests until ctx ends, then waits up to shutdownGrace for
// pending ones. Listen must have succeeded. It returns nil after a shutdown, also one
// that cut connections.
func (s *Server) Serve(ctx context.Context) error {
	base, endStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer endStreams()
	served := make(chan error, 3)
	public := s.servePublic(base, served)
	if s.metricsListener != nil {
		side := s.httpServer(s.operatorHandler(), base)
		go func() { served <- side.Serve(s.metricsListener) }()
		defer side.Close() //nolint:errcheck // a scrape may be cut off
	}
	go s.watchChecks(base)
	select {
	case err := <-served:
		return errors.Join(fmt.Errorf("server: %w", err), closeAll(public))
	case <-ctx.Done():
	}
	s.draining.Store(true)
	timer := time.AfterFunc(streamGrace, endStreams)
	defer timer.Stop()
	return s.drain(context.WithoutCancel(ctx), public)
}

// drain stops accepting connections and waits up to shutdownGrace for pending requests.
// It then closes the connections of the others, which is a normal end.
func (s *Server) drain(ctx context.Context, public []*http.Server) error {
	last, cancel := context.WithTimeout(ctx, shutdownGrace)
	defer cancel()
	ended := make(chan error, len(public))
	for _, server := range public {
		go func() { ended <- server.Shutdown(last) }()
	}
	var err error
	for range public {
		err = errors.Join(err, <-ended)
	}
	switch {
	case err == nil:
		return nil
	case last.Err() == nil:
		return errors.Join(fmt.Errorf("server: shutting down: %w", err), closeAll(public))
	}
	s.cfg.Log.WarnContext(ctx, "requests did not finish in time, closing their connections", "connections", s.conns.count(), "waited", shutdownGrace)
	return closeAll(public)
}

// servePublic starts the servers of the plain and the TLS listener. Each sends its
// result to served.
func (s *Server) servePublic(base context.Context, served chan<- error) []*http.Server {
	if s.tlsListener == nil {
		plain := s.httpServer(s, base)
		go func() { served <- plain.Serve(s.listener) }()
		return []*http.Server{plain}
	}
	plain, secure := s.httpServer(http.HandlerFunc(s.servePlain), base), s.httpServer(http.HandlerFunc(s.serveTLS), base)
	secure.TLSConfig = s.cfg.TLS.Config
	go func() { served <- plain.Serve(s.listener) }()
	go func() { served <- secure.ServeTLS(s.tlsListener, "", "") }()
	return []*http.Server{plain, secure}
}

func closeAll(servers []*http.Server) error {
	var err error
	for _, server := range servers {
		err = errors.Join(err, server.Close())
	}
	return err
}

func (s *Server) httpServer(handler http.Handler, base context.Context) *http.Server { //nolint:revive // the context is the server's, not a call's
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout, // also of a TLS handshake
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxStreams},
		ErrorLog:          slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug), // faulty clients are not errors of the server
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	if s.cfg.ProxyProtocol != nil {
		server.ConnContext = connContext
	}
	return server
}
