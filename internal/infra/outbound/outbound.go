// Package outbound is the HTTP client for addresses that users enter, such as
// destinations and webhooks. It blocks requests to non-public networks (SSRF). The
// address is checked when the connection is made, after name resolution, so that
// DNS rebinding has no effect.
package outbound

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"linnet/internal/base/fault"
)

// Bounds of a request.
const (
	MaxRedirects   = 5
	MaxBody        = 4 << 20 // bytes of a response body, uncompressed, unless Options say otherwise
	connectTimeout = 5 * time.Second
	headerTimeout  = 10 * time.Second
	wholeTimeout   = 20 * time.Second
	maxHeader      = 64 << 10
)

// ErrRefused is wrapped in the error of a blocked request. That error is an Invalid
// fault: a retry does not help.
var ErrRefused = errors.New("outbound: refused")

// ErrTooLarge is the error of reading a response body beyond MaxBody.
var ErrTooLarge = errors.New("outbound: response too large")

// Resolver resolves host names. *net.Resolver implements it.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Options configure a Client. The zero value is ready to use.
type Options struct {
	// UserAgent is the User-Agent header; empty: "Linnet".
	UserAgent string
	// Resolver resolves host names; nil: the system's.
	Resolver Resolver
	// MaxBody bounds the bytes of a response body, uncompressed; 0: MaxBody.
	MaxBody int64
	// Timeout bounds a request with its body; 0: 20 seconds.
	Timeout time.Duration
	// Allow lists non-public networks that may be called, on any port.
	Allow []netip.Prefix
	// OnlyAllowed refuses all other networks.
	OnlyAllowed bool
	// NoRedirects returns responses that redirect instead of following them.
	NoRedirects bool
	// Visits sends requests as visitors do, with the User-Agent header that they have.
	Visits bool
}

// Client sends requests. It is safe for concurrent use.
type Client struct {
	http     *http.Client
	agent    string
	visits   bool
	resolver Resolver
	allow    []netip.Prefix
	only     bool // allow
	guard    guard
	maxBody  int64
}

// New returns a client without cookies. It ignores proxies in the environment,
// because a proxy would connect without the address check.
func New(o Options) *Client {
	c := &Client{
		agent:    o.UserAgent,
		visits:   o.Visits,
		resolver: o.Resolver,
		allow:    o.Allow,
		only:     o.OnlyAllowed,
		guard:    newGuard(),
		maxBody:  cmp.Or(o.MaxBody, MaxBody),
	}
	if c.agent == "" {
		c.agent = "Linnet"
	}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	c.http = &http.Client{
		Transport: bounded{c, &http.Transport{
			DialContext:            c.dial,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    connectTimeout,
			ResponseHeaderTimeout:  headerTimeout,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConns:           16,
			IdleConnTimeout:        15 * time.Second,
		}},
		CheckRedirect: checkRedirect,
		Timeout:       cmp.Or(o.Timeout, wholeTimeout),
	}
	if o.NoRedirects {
		c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return c
}

// HTTP returns the underlying client, with the same checks and bounds, for
// libraries that send requests themselves.
func (c *Client) HTTP() *http.Client { return c.http }

// Do sends a request and follows redirects. It times out after Options.Timeout,
// including reading the body, or when the request's context ends. The caller must
// close the body. The error wraps ErrRefused for a blocked address.
func (c *Client) Do(r *http.Request) (*http.Response, error) { return c.http.Do(r) }

// checkRedirect checks each redirect; the dialer checks its address. Referer and
// credentials from the URL are removed.
func checkRedirect(r *http.Request, via []*http.Request) error {
	if len(via) > MaxRedirects {
		return refuse(fmt.Sprintf("The address redirects more than %d times.", MaxRedirects))
	}
	r.Header.Del("Referer")
	r.URL.User = nil
	return checkScheme(r)
}

func checkScheme(r *http.Request) error {
	if r.URL.Scheme != "http" && r.URL.Scheme != "https" {
		return refuse("Only addresses that begin with http:// or https:// are called.")
	}
	return nil
}

// refuse returns the error of a blocked request. It must not reveal anything about
// the target, which may be in an internal network.
func refuse(why string) error { return fault.Wrap(ErrRefused, fault.Invalid, why) }

// bounded is an http.RoundTripper that sets the User-Agent and bounds the response
// body of every hop.
type bounded struct {
	client *Client
	next   http.RoundTripper
}

// RoundTrip sends one request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkScheme(r); err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	if !b.client.visits || r.Header.Get("User-Agent") == "" {
		r.Header.Set("User-Agent", b.client.agent)
	}
	// The span is below that of the request or task that causes the call, if one is traced.
	tracer := trace.SpanFromContext(r.Context()).TracerProvider().Tracer("linnet/internal/infra/outbound")
	_, span := tracer.Start(r.Context(), r.Method, trace.WithSpanKind(trace.SpanKindClient))
	span.SetAttributes(attribute.String("server.address", r.URL.Hostname()))
	defer span.End()
	response, err := b.next.RoundTrip(r)
	if err != nil {
		span.SetStatus(codes.Error, "no response")
		return nil, err
	}
	span.SetAttributes(attribute.Int("http.response.status_code", response.StatusCode))
	response.Body = &boundedBody{ReadCloser: response.Body, left: b.client.maxBody}
	return response, nil
}

// boundedBody returns ErrTooLarge after left bytes. It does not truncate silently,
// because a truncated document may look complete.
type boundedBody struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (b *boundedBody) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, ErrTooLarge
	}
	return n, err
}

// dial connects to the first reachable address of a host. It refuses a host with
// any address in a blocked network.
func (c *Client) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		return nil, refuse("The address has no host.")
	}
	addrs, err := c.lookup(ctx, host)
	if err != nil {
		return nil, err
	}
	var failures []error
	dialer := net.Dialer{Control: c.control}
	for _, addr := range addrs {
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort(addr.String(), port))
		if err == nil {
			return conn, nil
		}
		failures = append(failures, err)
	}
	return nil, errors.Join(failures...)
}

func (c *Client) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, c.check(addr)
	}
	addrs, err := c.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, fmt.Errorf("outbound: resolve %s: %w", host, err)
	}
	if len(addrs) == 0 {
		return nil, fmt.Errorf("outbound: %s has no address", host)
	}
	for _, addr := range addrs {
		if err := c.check(addr); err != nil {
			return nil, err
		}
	}
	return addrs, nil
}

func (c *Client) check(addr netip.Addr) error {
	switch {
	case c.allowed(addr):
		return nil
	case c.only:
		return refuse("The address is not in a private network that the operator of the install allows.")
	case c.guard.public(addr):
		return nil
	}
	return refuse("The address does not lead to the public internet.")
}

func (c *Client) allowed(addr netip.Addr) bool {
	return slices.ContainsFunc(c.allow, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// ports returns the allowed ports. Others would make Linnet a port scanner.
func ports() []uint16 { return []uint16{80, 443, 8080, 8443} }

// control checks the address immediately before the system call connect.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("The address has no host.")
	}
	return c.CheckAddr(to)
}

// CheckAddr returns the error with which a connection to an address is refused, or
// nil.
func (c *Client) CheckAddr(to netip.AddrPort) error {
	if err := c.check(to.Addr()); err != nil || c.allowed(to.Addr()) {
		return err
	}
	return CheckPort(to.Port())
}

// CheckPort returns the error with which a connection to a port on the public
// internet is refused, or nil.
func CheckPort(port uint16) error {
	if slices.Contains(ports(), port) {
		return nil
	}
	return refuse(fmt.Sprintf("Port %d is not allowed. Use 80, 443, 8080 or 8443.", port))
}
